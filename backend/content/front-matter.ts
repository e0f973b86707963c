import { isNode, LineCounter, parseDocument, visit } from "yaml";
import { z } from "zod";
import { COVER_FAMILIES, coverFault } from "@/contract/content/covers";
import type { Rule, Told } from "@/contract/content/editor-messages";
import { FIELDS, isWrong, META_NAMES } from "@/contract/content/fields";
import { itemAt } from "@/contract/content/further";
import { isPictureName, readFocus } from "@/contract/content/media";
import { SLUG } from "@/contract/content/slugs";
import { MARKDOWN_MAX } from "@/contract/content/texts";
import { instantIn } from "@/contract/deadline";
import type { Places } from "@/contract/evaluation/funnel";
import type { Language } from "@/contract/languages";
import { figuresIn } from "@/contract/quoted-numbers";
import { lineAt, WrongFile } from "./wrong-file";

/**
 * Returns the options of a zod check. If the check fails, `rule` names the broken rule of the content check, and
 * `params` contains the values for the rule's message.
 */
const broken = (rule: Rule, params: Record<string, string> = {}) => ({ error: rule, params });

/** A publication date or date-time in Rome time, as an editor writes it in a content file. */
const localDate = z
  .string()
  .refine(
    (text) => /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/.test(text) && instantIn(text) !== null,
    broken("field_date"),
  );

/** Returns the schema of each field under `meta` in a content file. */
function metaShape() {
  const shape = META_NAMES.map((name) => {
    const row: { kind: string; choices?: readonly string[] } = FIELDS[name];
    const options = broken(`field_${row.kind}` as Rule, { choices: row.choices?.join(", ") ?? "" });
    const isValid = (text: string) => !isWrong(name, text);
    return [name, z.string().refine(isValid, options).optional()];
  });
  return Object.fromEntries(shape) as Record<
    (typeof META_NAMES)[number],
    z.ZodOptional<z.ZodString>
  >;
}

const fieldsSchema = z.strictObject({
  title: z.string().trim().min(1),
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
  image: z.string().optional(),
  alt: z.string().trim().optional(),
  credit: z.string().trim().min(1).optional(),
  focus: z
    .string()
    .refine((text) => readFocus(text) !== undefined, broken("field_focus"))
    .optional(),
  tags: z.string().optional(),
  author: z.string().optional(),
  /** Former slugs of the text, which redirect to the current slug. */
  aliases: z.array(z.string().refine((text) => SLUG.test(text), broken("field_slugs"))).optional(),
  /** URLs of related items, which the page suggests for further reading. */
  further: z.array(z.string().refine(itemAt, broken("field_further"))).optional(),
  meta: z.strictObject(metaShape()).default({}),
});

const frontMatterSchema = fieldsSchema.check(({ value, issues }) => {
  const { cover, count, which, meta, image, alt } = value;
  const report = (rule: Rule, path: string[], params?: Record<string, string>) =>
    issues.push({ code: "custom", message: rule, params, input: value, path });
  const needs = (field: string, other: string) => report("file_field_needs", [field], { other });
  const fault = cover && coverFault({ family: cover, count, which });
  if (fault) report(fault.rule, [fault.field], fault.values);
  if (!cover && count !== undefined) needs("count", "cover");
  if (!cover && which !== undefined) needs("which", "cover");
  if (meta.outcome && !meta.edition) report("edition_missing", ["meta", "edition"]);
  if (image && !isPictureName(image)) report("image_name", ["image"], { picture: image });
  if (image && !alt) report("picture_alt", ["alt"]);
  for (const field of ["alt", "credit", "focus"] as const)
    if (value[field] && !image) needs(field, "image");
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
    throw new WrongFile(file, [{ rule: "file_long", values: { most: `${MARKDOWN_MAX}` } }]);
  }
  // Removes the byte order mark that some Windows editors write at the start of a file.
  const text = withFigures(file, source.replace(/^\uFEFF/, ""), figuresIn(language, places));
  const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?/.exec(text);
  if (!match) throw new WrongFile(file, [{ rule: "file_fields", line: 1 }]);
  const lines = new LineCounter();
  const document = parseDocument(match[1] ?? "", { lineCounter: lines });
  const [fault] = document.errors;
  let at = fault?.pos[0];
  // YAML reads unquoted text such as *this* as an alias. The front matter never needs aliases, so an alias is an error.
  visit(document, {
    Alias: (_, { range }) => {
      at ??= range?.[0];
    },
  });
  if (at !== undefined) {
    const [field = ""] = /[\w-]+/.exec((match[1] ?? "").slice(at)) ?? [];
    const told: Told =
      fault?.code === "DUPLICATE_KEY"
        ? { rule: "file_field_twice", values: { field } }
        : { rule: "file_yaml" };
    throw new WrongFile(file, [{ ...told, line: 1 + lines.linePos(at).line }], { cause: fault });
  }
  // Returns the line of a front matter field in the file. Adds 1, because the file's first line is `---`. If the field
  // is missing, returns the line of the field that should contain it, or else line 1.
  const lineOf = (path: readonly PropertyKey[]): number => {
    if (path.length === 0) return 1;
    const node = document.getIn(path, true);
    const offset = isNode(node) ? node.range?.[0] : undefined;
    return offset === undefined ? lineOf(path.slice(0, -1)) : 1 + lines.linePos(offset).line;
  };
  const result = frontMatterSchema.safeParse(document.toJS(), { reportInput: true });
  if (!result.success) {
    const problems = result.error.issues.flatMap((issue) =>
      (issue.code === "unrecognized_keys" ? issue.keys : [[]]).map((key) => {
        const path = issue.path.concat(key);
        return { ...toldOf(issue, path), line: lineOf(path) };
      }),
    );
    problems.sort((a, b) => a.line - b.line);
    throw new WrongFile(file, problems);
  }
  return {
    data: result.data,
    body: text.slice(match[0].length),
    lineOf: (field) => lineOf([field]),
  };
}

/**
 * The broken rule of the content check for a value of the wrong type. The keys are zod's names of the expected types.
 */
const TYPES: Partial<Record<string, Rule>> = {
  string: "file_field_text",
  number: "file_field_number",
  array: "file_field_list",
  object: "file_field_group",
};

/** Converts a zod issue to the broken rule of the content check, with the values for the rule's message. */
function toldOf(issue: z.core.$ZodIssue, path: readonly PropertyKey[]): Told {
  const field = path.filter((part) => typeof part === "string").join(".");
  const values = { field, value: String(issue.input) };
  switch (issue.code) {
    case "custom":
      return { rule: issue.message as Rule, values: { ...values, ...issue.params } };
    case "unrecognized_keys":
      return { rule: "file_field_unknown", values };
    case "invalid_value":
      return { rule: "field_choice", values: { ...values, choices: issue.values.join(", ") } };
    case "too_small":
      return { rule: issue.input === "" ? "file_field_empty" : "file_field_wrong", values };
    case "invalid_type":
      if (!field) return { rule: "file_fields" };
      if (issue.input === undefined) return { rule: "file_field_missing", values };
      if (issue.input === null) return { rule: "file_field_empty", values };
      return { rule: TYPES[issue.expected] ?? "file_field_wrong", values };
    default:
      return { rule: "file_field_wrong", values };
  }
}

/** Replaces {{names}} in a text with the programme's numbers, such as prizes and places. */
function withFigures(file: string, text: string, figures: Record<string, string>): string {
  return text.replaceAll(/\{\{([^{}]*)\}\}/g, (_, given: string, at: number) => {
    const name = given.trim();
    const figure = Object.hasOwn(figures, name) ? figures[name] : undefined;
    if (figure === undefined) {
      const known = Object.keys(figures).join(", ");
      const values = { figure: `{{${name}}}`, known };
      throw new WrongFile(file, [{ rule: "file_figure", values, line: lineAt(text, at) }]);
    }
    return figure;
  });
}
