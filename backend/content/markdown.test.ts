import { expect, test } from "vitest";
import { amountIn } from "@/contract/content/numbers";
import { DEFAULT_LANGUAGE, LANGUAGES } from "@/contract/languages";
import { htmlOf } from "./markdown";

const html = (body: string) => htmlOf(body, DEFAULT_LANGUAGE);

test("notes are numbered by their order in the text, with links in both directions", () => {
  const text = html("Prima[^b] e poi[^a].\n\n[^a]: La *seconda*.\n[^b]: La prima.\n");
  expect(text).toContain(
    '<p>Prima<sup class="fn"><a href="#fn-1" id="fn-1-link">1</a></sup> e poi<sup class="fn"><a href="#fn-2" id="fn-2-link">2</a></sup>.</p>',
  );
  expect(text).toContain(
    '<ol class="wp-block-footnotes"><li id="fn-1">La prima. <a href="#fn-1-link">↩︎</a></li><li id="fn-2">La <em>seconda</em>. <a href="#fn-2-link">↩︎</a></li></ol>',
  );
});

test.each([
  ["A[^x].", "The text refers to the note [^x], which does not exist."],
  ["A.\n\n[^x]: Nota.", "The text does not refer to the note [^x]."],
  ["A[^x], B[^x].\n\n[^x]: Nota.", "The text refers to the note [^x] twice."],
  ["A[^x].\n\n[^x]: Una.\n[^x]: Due.", "The note [^x] is written twice."],
  ["[bars: Vuota]\n\nTesto.", "The line [bars: …] must be directly above a table."],
  [
    "[bars: B]\n| a | b |\n|---|---|\n| c | molto |\n",
    "The row “| c | molto |” has no number in its last column.",
  ],
])("an editor's mistake is reported: %s", (body, message) => {
  expect(() => html(body)).toThrow(message);
});

test("a table marked as a chart becomes a figure with a caption, as in the block editor", () => {
  const text = html("[bars: In *euro*]\n| | € |\n|---|---:|\n| Costo | 30 |\n\nPoi.");
  expect(text).toMatch(
    /^<figure class="wp-block-table is-style-bars">\s*<table>[\s\S]*<td>Costo<\/td>[\s\S]*<\/table>\s*<figcaption>In <em>euro<\/em><\/figcaption><\/figure>\s*<p>Poi\.<\/p>/,
  );
});

test("the name of a picture leads to content/media, and other addresses stay", () => {
  for (const image of ["![Il molo](molo.jpg)", '<img alt="Il molo" src="molo.jpg">'])
    expect(html(image)).toContain('src="/wp-json/media/molo.jpg"');
  for (const src of ["/a.png", "https://altrove.example/a.png", "/wp-json/media/molo.jpg"])
    expect(html(`![Il mulino](${src})`)).toContain(`src="${src}"`);
});

test("an amount is read in the number format of its language", () => {
  for (const language of LANGUAGES) {
    for (const amount of [0, 7, 5.19, 55_600, 1_234_567.5]) {
      const written = new Intl.NumberFormat(language).format(amount);
      expect(amountIn(`€ ${written} circa`, language)).toBe(amount);
    }
    for (const none of ["", "tanti", "− 5", "-3"]) expect(amountIn(none, language)).toBeNull();
  }
});
