import type { Language } from "@/contract/languages";
import { slugOf } from "@/contract/text/normalize-text";
import { withElements } from "./elements";
import { plainText } from "./html";
import { type NoteWords, withBars, withNotes } from "./text-shapes";

/** Number of words that a person reads in a minute. */
const WORDS_PER_MINUTE = 200;

export type Heading = { id: string; text: string };
/** Interface texts that the site inserts into a content text. `table` returns the accessible name of the nth table. */
export type OutlineWords = NoteWords & { table: (nth: number) => string };
export type Outline = { html: string; headings: Heading[]; minutes: number };

/**
 * Prepares a sanitised text for a page: gives each h2 an id, wraps tables in a scrollable box, links each footnote with
 * its mark, and turns tables marked as charts into bar charts.
 *
 * @param html the output of `cleanHtml`
 * @param language the language of the text
 */
export function outlineOf(html: string, words: OutlineWords, language: Language): Outline {
  const headings: Heading[] = [];
  // The ids that are already in use, each with the number of its uses.
  const used = new Map([["main", 1]]);
  const withIds = withElements(
    withNotes(withBars(html, language), words),
    /<h2((?:\s[^<>]*)?)>/g,
    "</h2>",
    ({ start: [, attributes = ""], inner }) => {
      const text = plainText(inner);
      const id = freeId(
        /\sid="([^"]+)"/.exec(attributes)?.[1] ?? (slugOf(text) || "section"),
        used,
      );
      if (text) headings.push({ id, text });
      return `<h2${attributes.replace(/\sid="[^"]*"/, "")} id="${id}">${inner}</h2>`;
    },
  );
  let tables = 0;
  // An empty corner cell of a table is not a heading, so `th` becomes `td`.
  const withCorners = withIds.replaceAll(/<th(?:\s[^<>]*)?>\s*<\/th>/g, "<td></td>");
  const withHeads = withElements(withCorners, /<thead[^<>]*>/g, "</thead>", ({ whole }) =>
    whole.replaceAll(UNSCOPED, '<th scope="col"'),
  );
  const withTables = withHeads
    .replaceAll(UNSCOPED, '<th scope="row"')
    .replaceAll("<table", () => {
      tables++;
      const label = words.table(tables).replaceAll(/[&<>"]/g, "");
      return `<section data-table tabindex="0" aria-label="${label}"><table`;
    })
    .replaceAll("</table>", "</table></section>");
  const count = plainText(html).split(" ").filter(Boolean).length;
  return {
    html: withTables,
    headings,
    minutes: Math.max(1, Math.round(count / WORDS_PER_MINUTE)),
  };
}

/** Pattern of the start tag of a table heading without a `scope`. */
const UNSCOPED = /<th(?![^<>]*\sscope=)(?=[\s>])/g;

/** Returns an HTML id that is not in use. `used` counts how often each id was requested. */
function freeId(wanted: string, used: Map<string, number>): string {
  let id = wanted;
  let count = used.get(wanted) ?? 0;
  for (; used.has(id); count++) id = `${wanted}-${count + 1}`;
  used.set(wanted, Math.max(count, 1));
  used.set(id, used.get(id) ?? 1);
  return id;
}
