import { emailSchema } from "@/contract/fields";
import { LANGUAGE, LANGUAGES, type Language } from "@/contract/languages";
import { type InvitedPerson, invitedSchema } from "@/contract/staff/evaluators";
import { CHOSEN_MAX } from "@/contract/staff/preview";
import { cleanLine } from "@/contract/text/clean-text";

/** Reasons why a typed line results in no invitation. */
export type Wrong = "email" | "name" | "language" | "capacity" | "twice" | "many";
/** A typed line: the person to invite, or the line's error. */
export type ParsedLine = { line: number; text: string } & (
  | { person: InvitedPerson; wrong?: undefined }
  | { wrong: Wrong }
);

/** Usual titles of a table's column of email addresses. */
const HEADS = /^(?:e-?mail|mail|address|indirizzo)$/i;

/**
 * Parses people to invite, one per line: `Ada Riva <ada@example.org>, en`, or a CSV line (name, address, language,
 * maximum number of projects; separated by comma, semicolon, or tab), with or without a header. First and last name can
 * be in two columns.
 *
 * @param otherwise the language of people without a stated language
 */
export function parsePeople(text: string, otherwise: Language): ParsedLine[] {
  const seen = new Set<string>();
  const lines: ParsedLine[] = [];
  for (const [index, line] of text
    .replace(/^\ufeff/, "")
    .split(/\r\n|\r|\n/)
    .entries()) {
    const cells = cellsOf(line);
    if (cells.every((cell) => cell === "") || cells.some((cell) => HEADS.test(cell))) continue;
    const read = readLine(cells, otherwise);
    const at = { line: index + 1, text: cleanLine(line) };
    if (typeof read === "string") lines.push({ ...at, wrong: read });
    else if (seen.has(read.email)) lines.push({ ...at, wrong: "twice" });
    else if (seen.size >= CHOSEN_MAX) lines.push({ ...at, wrong: "many" });
    else {
      seen.add(read.email);
      lines.push({ ...at, person: read });
    }
  }
  return lines;
}

function readLine(cells: readonly string[], otherwise: Language): InvitedPerson | Wrong {
  const at = cells.findIndex((cell) => cell.includes("@"));
  if (at < 0) return "email";
  const inBrackets = /^(.*)<([^<>]*)>$/.exec(cells[at] ?? "");
  const email = emailSchema.safeParse(inBrackets?.[2] ?? cells[at]);
  if (!email.success) return "email";
  const [first_name = "", ...others] = [...cells.slice(0, at), inBrackets?.[1] ?? ""]
    .join(" ")
    .split(/\s+/)
    .filter(Boolean);
  if (first_name === "") return "name";
  let language = otherwise;
  let capacity: number | null = null;
  for (const cell of cells.slice(at + 1).filter(Boolean)) {
    const known = languageOf(cell);
    if (known) language = known;
    else if (/^\d/.test(cell)) capacity = Number(cell);
    else return "language";
  }
  const person = { first_name, last_name: others.join(" "), email: email.data, language, capacity };
  const parsed = invitedSchema.safeParse(person);
  if (parsed.success) return parsed.data;
  return parsed.error.issues[0]?.path[0] === "capacity" ? "capacity" : "name";
}

/** Returns the language with a given code or native name; undefined for other texts. */
function languageOf(cell: string): Language | undefined {
  const word = cell.toLowerCase();
  return LANGUAGES.find((one) => word === one || word === LANGUAGE[one].name.toLowerCase());
}

/** Splits a CSV line at commas, semicolons, or tabs outside quotes. `""` is a quote inside quotes. */
function cellsOf(line: string): string[] {
  const cells = [""];
  const signs = [...line];
  let quoted = false;
  for (const [index, sign] of signs.entries()) {
    if (sign === '"') {
      if (!quoted && signs[index - 1] === '"') cells.push(`${cells.pop()}"`);
      quoted = !quoted;
    } else if (!quoted && /[,;\t]/.test(sign)) cells.push("");
    else cells.push(cells.pop() + sign);
  }
  return cells.map(cleanLine);
}
