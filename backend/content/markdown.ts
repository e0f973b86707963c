import { marked } from "marked";
import { amountIn } from "@/contract/content/numbers";
import type { Language } from "@/contract/languages";
import { withoutAlternative } from "./media/without-alternative";

/**
 * The HTML of a file's Markdown. Notes and drawn tables come in the shapes of WordPress's block editor, so that the
 * site knows one of each. Throws an error that says what is wrong, for the person who wrote it.
 */
export function htmlOf(body: string, language: Language): string {
  const html = marked.parse(withNotes(withBars(body, language)), { async: false });
  const [image] = withoutAlternative(html);
  if (image) throw new Error(`an image has no alternative text: ${image}`);
  return html;
}

/** `[^name]: the note, on one line` */
const NOTE = /^\[\^([^[\]\s]+)\]:[ \t]+(\S.*)$\n?/gm;
/** `[^name]` */
const REFERENCE = /\[\^([^[\]\s]+)\]/g;

/** Notes are numbered in the order the text refers to them, whatever their names, and stand at its end. */
function withNotes(body: string): string {
  const notes = new Map<string, string>();
  const rest = body.replaceAll(NOTE, (_, name: string, text: string) => {
    if (notes.has(name)) throw new Error(`there are two notes [^${name}]`);
    notes.set(name, text);
    return "";
  });
  const order = new Set<string>();
  const text = rest.replaceAll(REFERENCE, (_, name: string) => {
    if (!notes.has(name)) throw new Error(`there is no note [^${name}]`);
    if (order.has(name)) throw new Error(`the text refers to the note [^${name}] twice`);
    const number = order.add(name).size;
    return `<sup class="fn"><a href="#fn-${number}" id="fn-${number}-link">${number}</a></sup>`;
  });
  const unused = [...notes.keys()].find((name) => !order.has(name));
  if (unused) throw new Error(`nothing refers to the note [^${unused}]`);
  if (order.size === 0) return text;
  const items = [...order].map((name, index) => {
    const note = marked.parseInline(notes.get(name) ?? "", { async: false });
    return `<li id="fn-${index + 1}">${note} <a href="#fn-${index + 1}-link">↩︎</a></li>`;
  });
  return `${text}\n\n<ol class="wp-block-footnotes">${items.join("")}</ol>\n`;
}

/** `[bars: a caption]`, and the table right under it, if there is one. */
const BARS = /^\[bars:(.*)\n((?:\|.*(?:\n|$))*)/gm;

/** A table whose last column is drawn as bars. */
function withBars(body: string, language: Language): string {
  return body.replaceAll(BARS, (whole, line: string, table: string) => {
    if (!line.trimEnd().endsWith("]")) return whole;
    const caption = line.trimEnd().slice(0, -1).trim();
    const rows = table.trim().split("\n").slice(2);
    if (rows.length === 0) throw new Error("[bars: …] stands right above a table");
    for (const row of rows) {
      const last = row.split("|").at(-2) ?? "";
      if (amountIn(last, language) === null) throw new Error(`no amount to draw in "${row}"`);
    }
    const words = marked.parseInline(caption, { async: false });
    return `<figure class="wp-block-table is-style-bars">\n\n${table}\n<figcaption>${words}</figcaption></figure>\n\n`;
  });
}
