import { slugOf } from "@/contract/fold";
import type { Language } from "@/contract/languages";
import { plainText } from "./html";
import { type NoteWords, withBars, withNotes } from "./text-shapes";

/** Words a person reads in a minute. */
const WORDS_PER_MINUTE = 200;

export type Heading = { id: string; text: string };
/** `table` names the nth table for screen readers. */
export type OutlineWords = NoteWords & { table: (nth: number) => string };
export type Outline = { html: string; headings: Heading[]; minutes: number };

/**
 * Prepares a sanitised text for a page: its h2 get ids to link to, tables a box to
 * scroll in, notes their ways there and back, and what is meant to be drawn is drawn.
 *
 * @param html what `cleanHtml` let through
 * @param language the text's own
 */
export function outlineOf(html: string, words: OutlineWords, language: Language): Outline {
  const headings: Heading[] = [];
  // The page's own ids.
  const used = new Set(["main"]);
  const withIds = withNotes(withBars(html, language), words).replaceAll(
    /<h2((?:\s[^>]*)?)>(.*?)<\/h2>/gs,
    (_, attributes: string, inner: string) => {
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
  const withTables = withIds
    // A corner without text is not a heading of anything.
    .replaceAll(/<th[^>]*>\s*<\/th>/g, "<td></td>")
    .replaceAll(/<thead[^>]*>.*?<\/thead>/gs, (head) =>
      head.replaceAll(/<th(?![^>]*\sscope=)(?=[\s>])/g, '<th scope="col"'),
    )
    .replaceAll(/<th(?![^>]*\sscope=)(?=[\s>])/g, '<th scope="row"')
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

function freeId(wanted: string, used: Set<string>): string {
  let id = wanted;
  for (let n = 2; used.has(id); n++) id = `${wanted}-${n}`;
  used.add(id);
  return id;
}
