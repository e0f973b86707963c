import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { z } from "zod";
import { dateFormat } from "@/contract/dates";
import type { Language } from "@/contract/languages";
import { ACCESSIBILITY_DAYS } from "@/contract/staff/data-requests";
import { fill } from "./messages";

/* Generates the public accessibility statement from the OpenACR report in docs/accessibility. */

const FOLDER = join("docs", "accessibility");
/** Conformance levels of an accessibility criterion, the lowest level first. */
const LEVELS = ["does-not-support", "partially-supports", "supports", "not-applicable"] as const;
type Level = (typeof LEVELS)[number];

const criterionSchema = z.strictObject({
  num: z.string(),
  components: z
    .array(
      z.strictObject({
        name: z.enum(["web", "electronic-docs", "none"]),
        adherence: z.strictObject({ level: z.enum(LEVELS), notes: z.string().min(1) }),
      }),
    )
    .min(1),
});
type Criterion = z.infer<typeof criterionSchema>;

const reportSchema = z.object({
  report_date: z.iso.date(),
  last_modified_date: z.iso.date(),
  evaluation_methods_used: z.string(),
  catalog: z.string(),
  chapters: z.record(
    z.string(),
    z.strictObject({
      notes: z.string().optional(),
      disabled: z.boolean().optional(),
      criteria: z.array(criterionSchema).default([]),
    }),
  ),
});
export type AccessibilityReport = z.infer<typeof reportSchema>;

const textsSchema = z.strictObject({
  title: z.string(),
  excerpt: z.string(),
  /** Name of each accessibility criterion that the statement lists. */
  names: z.record(z.string(), z.string()),
  /** Description of each known accessibility limit, in languages other than the report's language. */
  missing: z.record(z.string(), z.string()).optional(),
  state: z.strictObject({ full: z.string(), partial: z.string(), none: z.string() }),
  limit: z.string(),
  body: z.string(),
});

/** Publication date on the accessibility statement: the day of the first statement. */
const PUBLISHED_ON = "2026-11-23";

/**
 * Matches a known accessibility limit in a criterion's notes: its description, and the day until which the limit is
 * expected to exist.
 */
export const LIMIT = /Missing: (.+) Until (\d{4}-\d{2}-\d{2})\.$/s;

/** Reads the OpenACR accessibility report. Throws if the report is invalid. */
export async function readAccessibilityReport(): Promise<AccessibilityReport> {
  return reportSchema.parse(parse(await readFile(join(FOLDER, "openacr.yaml"), "utf8")));
}

/** Returns the path of the accessibility statement in a language. */
export const statementFile = (language: Language) =>
  join("content", language, "pages", "accessibility.md");

/**
 * Returns the accessibility statement in a language, as Markdown. Throws if a criterion with a known accessibility
 * limit has no name or no description in this language.
 */
export async function accessibilityStatement(
  report: AccessibilityReport,
  language: Language,
): Promise<string> {
  const file = join(FOLDER, `statement.${language}.yaml`);
  const texts = textsSchema.parse(parse(await readFile(file, "utf8")));
  const criteria = Object.values(report.chapters)
    .flatMap((chapter) => chapter.criteria)
    .sort((a, b) => a.num.localeCompare(b.num, "en", { numeric: true }));
  const counted = (level: Level) => criteria.filter((one) => worstOf(one) === level).length;
  const format = dateFormat(language, { dateStyle: "long", timeZone: "UTC" });
  const day = (date: string) => format.format(new Date(date));
  const limits = criteria.flatMap(({ num, components }) =>
    components.flatMap(({ adherence }) => {
      const [, missing = "", until = ""] = LIMIT.exec(adherence.notes) ?? [];
      if (!until) return [];
      const name = texts.names[num];
      const text = texts.missing ? texts.missing[num] : missing;
      if (!name || !text) throw new Error(`${file}: criterion ${num} has no name or no text`);
      return `- ${fill(texts.limit, { num, name, missing: text, until: day(until) })}`;
    }),
  );
  const supported = counted("supports");
  const partial = counted("partially-supports");
  const unsupported = counted("does-not-support");
  const body = fill(texts.body, {
    state: texts.state[stateOf(supported, partial + unsupported)],
    applicable: supported + partial + unsupported,
    ...{ supported, partial, unsupported },
    limits: limits.join("\n"),
    reported: day(report.report_date),
    revised: day(report.last_modified_date),
    days: ACCESSIBILITY_DAYS,
  });
  const head = stringify(
    {
      title: texts.title,
      excerpt: texts.excerpt,
      date: PUBLISHED_ON,
      modified: report.last_modified_date,
      status: "publish",
    },
    { defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN", lineWidth: 0 },
  );
  return `---\n${head}---\n\n${body}`;
}

/** Returns the lowest conformance level among the components of a criterion. */
const worstOf = ({ components }: Criterion) =>
  LEVELS.find((level) => components.some(({ adherence }) => adherence.level === level));

/**
 * Returns the conformance status in the terms of the accessibility law. The site is partly conformant if it meets most
 * criteria.
 */
function stateOf(met: number, limited: number) {
  if (limited === 0) return "full";
  return met > limited ? "partial" : "none";
}
