import { isNode, LineCounter, parseDocument } from "yaml";
import { z } from "zod";
import { COVER_FAMILIES, coverFault } from "@/contract/content/covers";
import { FIELDS, type FieldName, isWrong, META_NAMES } from "@/contract/content/fields";
import { itemAt } from "@/contract/content/further";
import { isPictureName, PICTURE_FORMATS, readFocus } from "@/contract/content/media";
import { SLUG } from "@/contract/content/slugs";
import { MARKDOWN_MAX } from "@/contract/content/texts";
import type { Places } from "@/contract/evaluation/funnel";
import type { Language } from "@/contract/languages";
import { figuresIn } from "@/contract/quoted-numbers";
import { lineAt, WrongFile } from "./wrong-file";

/** A publication date or date-time in Rome time, as an editor writes it in a content file. */
const localDate = z.string().regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/, {
  error: "write it as 2026-05-31 or 2026-05-31T18:30",
});

/** Messages that explain an invalid value to the author of a content file, by kind of field. */
const FAULTS: Partial<Record<(typeof FIELDS)[FieldName]["kind"], string>> = {
  date: "write it as 2026-05-31 or 2026-05-31T18:30",
  link: "write a whole address: https://example.org/page, mailto:, tel:, or /page of this site",
  email: "it is no email address",
  year: "write its year",
  count: "begin it with how many",
};

/** Returns the schema of each field under `meta` in a content file. */
function metaShape() {
  const shape = META_NAMES.map((name) => {
    const row: { kind: keyof typeof FAULTS; choices?: readonly string[] } = FIELDS[name];
    const error = FAULTS[row.kind] ?? `write one of ${row.choices?.join(", ")}`;
    return [
      name,
      z
        .string()
        .refine((text) => !isWrong(name, text), { error })
        .optional(),
    ];
  });
  return Object.fromEntries(shape) as Record<
    (typeof META_NAMES)[number],
    z.ZodOptional<z.ZodString>
  >;
}

const fieldsSchema = z.strictObject({
  title: z.string({ error: "it is missing" }).trim().min(1, { error: "it is empty" }),
  excerpt: z.string().default(""),
  date: localDate,
  modified: localDate.optional(),
  /** Version of a policy text that people accept. Every change of the text needs a new version. */
  version: z.coerce.number().int().positive().optional(),
  status: z.enum(["publish", "draft"]).default("publish"),
  cover: z.enum(COVER_FAMILIES).optional(),
  /**
   * `count` is the number of shapes in the cover drawing. In the family *grata* (rows of rings), `which` is the number
   * of the ring that is drawn raised.
   */
  count: z.number().optional(),
  which: z.number().optional(),
  /**
   * A file name in the media folder. `alt` describes the picture, `credit` names its author, and cropping keeps the
   * point `focus` visible.
   */
  image: z
    .string()
    .refine(isPictureName, {
      error: `a file's name in small letters without accents or spaces, ending in ${Object.keys(PICTURE_FORMATS).join(", ")}`,
    })
    .optional(),
  alt: z.string().trim().min(1, { error: "it is empty: say what the picture shows" }).optional(),
  credit: z.string().trim().min(1).optional(),
  focus: z
    .string()
    .refine((text) => readFocus(text) !== undefined, {
      error: "write it as 50% 30%: from the left, from the top, up to 100%",
    })
    .optional(),
  tags: z.string().optional(),
  author: z.string().optional(),
  /** Former slugs of the text, which redirect to the current slug. */
  aliases: z.array(z.string().regex(SLUG, { error: "it is no slug" })).optional(),
  /** URLs of related items, which the page suggests for further reading. */
  further: z.array(z.string().refine(itemAt, { error: "it is no item's address" })).optional(),
  meta: z.strictObject(metaShape()).default({}),
});

const frontMatterSchema = fieldsSchema.check(({ value, issues }) => {
  const { cover, count, which, meta, image, alt } = value;
  const numbers = count !== undefined || which !== undefined;
  const fault = cover ? coverFault({ family: cover, count, which }) : numbers && "it needs a cover";
  if (fault) issues.push({ code: "custom", message: fault, input: count, path: ["count"] });
  if (meta.outcome && !meta.edition) {
    const message = "whoever has an outcome has an edition, too";
    issues.push({ code: "custom", message, input: meta, path: ["meta", "edition"] });
  }
  const alone = (["alt", "credit", "focus"] as const).find((field) => value[field] && !image);
  const wrong = image && !alt ? "alt" : alone;
  const why = wrong === alone ? "it needs an image" : "say what the picture shows";
  if (wrong) issues.push({ code: "custom", message: why, input: image, path: [wrong] });
});
export type FrontMatter = z.output<typeof frontMatterSchema>;

/**
 * Splits a content file into its validated front matter and its Markdown. Replaces the {{names}} of the programme's
 * numbers with values in the format of the language. Throws a `WrongFile` that names the file and the problems.
 */
export function readFrontMatter(
  file: string,
  source: string,
  language: Language,
  places?: Readonly<Places>,
): { data: FrontMatter; body: string; lineOf: (field: string) => number } {
  if (source.length > MARKDOWN_MAX) {
    throw new WrongFile(file, [{ message: `it is longer than ${MARKDOWN_MAX} characters` }]);
  }
  // Removes the byte order mark that some Windows editors write at the start of a file.
  const text = withFigures(file, source.replace(/^\uFEFF/, ""), figuresIn(language, places));
  const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?/.exec(text);
  if (!match) {
    const message = "no front matter (it begins and ends with a line of ---)";
    throw new WrongFile(file, [{ message, line: 1 }]);
  }
  const lines = new LineCounter();
  const document = parseDocument(match[1] ?? "", { lineCounter: lines });
  const [fault] = document.errors;
  if (fault) {
    const hint = "a text with a colon needs quotes";
    const [why] = fault.message.split(" at line ");
    const message = `the front matter is not valid YAML (${hint}): ${why}`;
    throw new WrongFile(file, [{ message, line: 1 + (fault.linePos?.[0].line ?? 0) }]);
  }
  // Adds 1, because line 1 of the file is the --- above the front matter. For a missing field, returns the line of the
  // field that should contain it.
  const lineOf = (path: readonly PropertyKey[]): number => {
    if (path.length === 0) return 1;
    const node = document.getIn(path, true);
    const offset = isNode(node) ? node.range?.[0] : undefined;
    return offset === undefined ? lineOf(path.slice(0, -1)) : 1 + lines.linePos(offset).line;
  };
  const result = frontMatterSchema.safeParse(document.toJS());
  if (!result.success) {
    const problems = result.error.issues.map(({ path, message }) => ({
      message: `${path.join(".") || "front matter"}: ${message}`,
      line: lineOf(path),
    }));
    throw new WrongFile(file, problems);
  }
  return {
    data: result.data,
    body: text.slice(match[0].length),
    lineOf: (field) => lineOf([field]),
  };
}

/** Replaces {{names}} in a text with the programme's numbers, such as prizes and places. */
function withFigures(file: string, text: string, figures: Record<string, string>): string {
  return text.replaceAll(/\{\{([^{}]*)\}\}/g, (_, given: string, at: number) => {
    const name = given.trim();
    const figure = Object.hasOwn(figures, name) ? figures[name] : undefined;
    if (figure === undefined) {
      const known = Object.keys(figures).join(", ");
      const message = `{{${name}}} is not a figure. The figures are: ${known}`;
      throw new WrongFile(file, [{ message, line: lineAt(text, at) }]);
    }
    return figure;
  });
}
