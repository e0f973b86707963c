import { amountIn } from "@/contract/content/numbers";
import type { Language } from "@/contract/languages";
import { elementsIn, withElements } from "./elements";
import { plainText } from "./html";

/** Texts that the site adds to the footnotes of a content text. */
export type NoteWords = {
  /** Heading above the footnotes. */
  notes: string;
  /** Accessible name of a footnote's reference number in the text. */
  note: (nth: number) => string;
  /**
   * Accessible name of the link from a footnote back to its reference number. The name starts with the link's visible
   * text.
   */
  back: string;
};

/**
 * Adds a heading to the footnotes that WordPress's block editor creates, and accessible names to the footnotes' links.
 */
export function withNotes(html: string, { notes, note, back }: NoteWords): string {
  const marked = html.replaceAll(
    /(<sup class="fn"><a href="#[^"<>]+" id="[^"<>]+")>\s*(\d+)/g,
    (_, link: string, nth: string) =>
      `${link} role="doc-noteref" aria-label="${attribute(note(Number(nth)))}">${nth}`,
  );
  return withElements(
    marked,
    /<ol class="wp-block-footnotes">/g,
    "</ol>",
    ({ inner }) =>
      `<h2>${attribute(notes)}</h2><ol class="wp-block-footnotes">${withWayBack(inner, note, back)}</ol>`,
  );
}

function withWayBack(items: string, note: NoteWords["note"], back: string): string {
  let nth = 0;
  return items.replaceAll(/(<a href="#[^"<>]+-link")[^<>]*>[^<]*<\/a>/g, (_, link: string) => {
    nth++;
    const label = `${attribute(back)}, ${attribute(note(nth))}`;
    return `${link} role="doc-backlink" aria-label="${label}">${attribute(back)}</a>`;
  });
}

/**
 * Turns a table that is marked as a chart into a bar chart. Adds a bar beside each row's name, proportional to the
 * amount in the row's last cell. The longest bar fills the column. If a row has no amount, the table stays unchanged.
 */
export function withBars(html: string, language: Language): string {
  return withElements(
    html,
    /<figure class="([^"<>]*)">/g,
    "</figure>",
    ({ start: [start, classes = ""], inner, whole }) => {
      if (!classes.split(" ").includes("is-style-bars")) return whole;
      const [body] = elementsIn(inner, /<tbody[^<>]*>/g, "</tbody>");
      const rows = [...elementsIn(body?.inner ?? "", /<tr[^<>]*>/g, "</tr>")];
      const amounts = rows.map((row) =>
        amountIn(plainText(cellsOf(row.inner).at(-1) ?? ""), language),
      );
      const most = amounts.reduce<number>((most, amount) => Math.max(most, amount ?? 0), 0);
      if (!body || most <= 0 || amounts.includes(null)) return whole;
      const drawn = rows.map((row, at) => drawnRow(row.whole, ((amounts[at] ?? 0) / most) * 100));
      return `${start}${inner.replace(body.inner, () => drawn.join(""))}</figure>`;
    },
  );
}

/** Returns the inner HTML of each cell of a table row. */
function cellsOf(row: string): string[] {
  return [...elementsIn(row, CELL, "</t")].map(({ inner }) => inner);
}

const CELL = /<t[dh](?:\s[^<>]*)?>/g;

function drawnRow(row: string, percent: number): string {
  const bar =
    `<svg data-bar aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none">` +
    `<rect width="${percent.toFixed(2)}" height="1"></rect></svg>`;
  const [first] = elementsIn(row, CELL, "</t");
  if (!first) return row;
  // `whole` ends with `</t`. Add 2 for the rest of the end tag, which is `d>` or `h>`.
  const end = first.at + first.whole.length + 2;
  return `${row.slice(0, first.at)}<th scope="row">${first.inner}${bar}</th>${row.slice(end)}`;
}

/** Removes the characters that would break an HTML attribute from an interface text. */
function attribute(words: string): string {
  return words.replaceAll(/[&<>"]/g, "");
}
