import { marked } from "marked";
import type { Rule } from "@/contract/content/editor-messages";
import { MEDIA_PATH } from "@/contract/content/media";
import { amountIn } from "@/contract/content/numbers";
import type { Language } from "@/contract/languages";
import { WrongText } from "./wrong-file";

/**
 * Converts the Markdown of a content file to HTML. Notes and bar charts have the same HTML as in WordPress's block
 * editor, so that the site handles one format. Editors write only the name of a picture in `content/media`. Throws a
 * `WrongText` that explains the problem to the author.
 */
export function htmlOf(body: string, language: Language): string {
  const html = marked.parse(withNotes(withBars(body, language)), { async: false });
  return html.replaceAll(NAMED_IMAGE, (start) => start + MEDIA_PATH);
}

/** Matches the start of an image up to a `src` that is only a name, without path or host. */
const NAMED_IMAGE = /<img\b[^<>]*?\bsrc="(?=[^"/:]+")/g;

/** Matches the text of a footnote: `[^name]: the note, on one line`. */
const NOTE = /^\[\^([^[\]\s]+)\]:[ \t]+(\S.*)$\n?/gm;
/** Matches a reference to a footnote: `[^name]`. */
const REFERENCE = /\[\^([^[\]\s]+)\]/g;

/**
 * Numbers footnotes in the order of their references, regardless of their names. Moves the footnotes to the end of the
 * text.
 */
function withNotes(body: string): string {
  const notes = new Map<string, string>();
  const rest = body.replaceAll(NOTE, (_, name: string, text: string) => {
    if (notes.has(name)) throw wrongNote("file_note_twice", name, ":");
    notes.set(name, text);
    return "";
  });
  const order = new Set<string>();
  const text = rest.replaceAll(REFERENCE, (_, name: string) => {
    if (!notes.has(name)) throw wrongNote("file_note_missing", name);
    if (order.has(name)) throw wrongNote("file_note_repeated", name);
    const number = order.add(name).size;
    return `<sup class="fn"><a href="#fn-${number}" id="fn-${number}-link">${number}</a></sup>`;
  });
  const unused = [...notes.keys()].find((name) => !order.has(name));
  if (unused) throw wrongNote("file_note_unused", unused, ":");
  if (order.size === 0) return text;
  const items = [...order].map((name, index) => {
    const note = marked.parseInline(notes.get(name) ?? "", { async: false });
    return `<li id="fn-${index + 1}">${note} <a href="#fn-${index + 1}-link">↩︎</a></li>`;
  });
  return `${text}\n\n<ol class="wp-block-footnotes">${items.join("")}</ol>\n`;
}

function wrongNote(rule: Rule, name: string, after = ""): WrongText {
  const note = `[^${name}]`;
  return new WrongText({ rule, values: { note } }, note + after);
}

/** Matches a bar chart: `[bars: a caption]` and the table directly below, if any. */
const BARS = /^\[bars:(.*)\n((?:\|.*(?:\n|$))*)/gm;

/** Converts tables with a `[bars: …]` line to tables whose last column is a bar chart. */
function withBars(body: string, language: Language): string {
  return body.replaceAll(BARS, (whole, line: string, table: string) => {
    if (!line.trimEnd().endsWith("]")) return whole;
    const caption = line.trimEnd().slice(0, -1).trim();
    const rows = table.trim().split("\n").slice(2);
    if (rows.length === 0) throw new WrongText({ rule: "file_bars_alone" }, `[bars:${line}`);
    for (const row of rows) {
      const last = row.split("|").at(-2) ?? "";
      if (amountIn(last, language) === null)
        throw new WrongText({ rule: "file_bars_amount", values: { row } }, row);
    }
    const words = marked.parseInline(caption, { async: false });
    return `<figure class="wp-block-table is-style-bars">\n\n${table}\n<figcaption>${words}</figcaption></figure>\n\n`;
  });
}
