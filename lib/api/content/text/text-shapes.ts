import { amountIn } from "@/contract/content/numbers";
import type { Language } from "@/contract/languages";
import { plainText } from "./html";

/** What a page says around a text's notes. */
export type NoteWords = {
  /** The notes' own heading. */
  notes: string;
  /** Names the mark in the text. */
  note: (nth: number) => string;
  /** The link from a note to its mark; its visible words begin it. */
  back: string;
};

/** Notes as the block editor leaves them get a heading, and links that say where they lead. */
export function withNotes(html: string, { notes, note, back }: NoteWords): string {
  return html
    .replaceAll(
      /(<sup class="fn"><a href="#[^"]+" id="[^"]+")>\s*(\d+)/g,
      (_, link: string, nth: string) =>
        `${link} role="doc-noteref" aria-label="${attribute(note(Number(nth)))}">${nth}`,
    )
    .replaceAll(
      /<ol class="wp-block-footnotes">(.*?)<\/ol>/gs,
      (_, items: string) =>
        `<h2>${attribute(notes)}</h2><ol class="wp-block-footnotes">${withWayBack(items, note, back)}</ol>`,
    );
}

function withWayBack(items: string, note: NoteWords["note"], back: string): string {
  let nth = 0;
  return items.replaceAll(/(<a href="#[^"]+-link")[^>]*>[^<]*<\/a>/g, (_, link: string) => {
    nth++;
    const label = `${attribute(back)}, ${attribute(note(nth))}`;
    return `${link} role="doc-backlink" aria-label="${label}">${attribute(back)}</a>`;
  });
}

/**
 * A table marked for it is drawn: beside each row's name a bar as long as the amount in its last cell, the longest as
 * wide as the column. The table stays a table. One with a row that has no amount is not drawn.
 */
export function withBars(html: string, language: Language): string {
  return html.replaceAll(
    /(<figure class="[^"]*\bis-style-bars\b[^"]*">)(.*?)(<\/figure>)/gs,
    (whole, start: string, inner: string, end: string) => {
      const body = /<tbody[^>]*>(.*?)<\/tbody>/s.exec(inner)?.[1] ?? "";
      const rows = [...body.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([row]) => row);
      const amounts = rows.map((row) => {
        const last = [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].at(-1)?.[1] ?? "";
        return amountIn(plainText(last), language);
      });
      const most = Math.max(...amounts.map((amount) => amount ?? 0));
      if (most <= 0 || amounts.includes(null)) return whole;
      const drawn = rows.map((row, at) => drawnRow(row, ((amounts[at] ?? 0) / most) * 100));
      return start + inner.replace(body, () => drawn.join("")) + end;
    },
  );
}

function drawnRow(row: string, percent: number): string {
  const bar =
    `<svg data-bar aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none">` +
    `<rect width="${percent.toFixed(2)}" height="1"></rect></svg>`;
  return row.replace(
    /<t([dh])[^>]*>(.*?)<\/t\1>/s,
    (_, __, name: string) => `<th scope="row">${name}${bar}</th>`,
  );
}

/** Our own words, as they may stand in markup. */
function attribute(words: string): string {
  return words.replaceAll(/[&<>"]/g, "");
}
