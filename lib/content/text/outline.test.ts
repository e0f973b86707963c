import { expect, test } from "vitest";
import { DEFAULT_LANGUAGE } from "@/contract/languages";
import { cleanHtml } from "./html";
import { outlineOf } from "./outline";

const words = {
  table: (nth: number) => `Tabella "${nth}"`,
  notes: "Note",
  note: (nth: number) => `nota ${nth}`,
  back: "Torna al testo",
};
const outline = (html: string) => outlineOf(html, words, DEFAULT_LANGUAGE);

test("headings can be linked to, each by its own id", () => {
  const { html, headings } = outline(
    '<h2>Perché è così</h2><p>a</p><h2 class="wp-block-heading" id="due">Due</h2><h2>Due</h2><h2>Main</h2>',
  );
  expect(headings).toEqual([
    { id: "perche-e-cosi", text: "Perché è così" },
    { id: "due", text: "Due" },
    { id: "due-2", text: "Due" },
    { id: "main-2", text: "Main" },
  ]);
  expect(html).toContain('<h2 class="wp-block-heading" id="due">Due</h2>');
});

test("headings with the same text have different ids, even when another heading has such an id", () => {
  const { headings } = outline("<h2>Due</h2><h2>Due</h2><h2>Due 2</h2><h2>Due</h2><h2>Due 2</h2>");
  expect(headings.map(({ id }) => id)).toEqual(["due", "due-2", "due-2-2", "due-3", "due-2-3"]);
});

test("a table scrolls in a labelled box, and its empty corner is not a heading", () => {
  const { html } = outline("<table><tr><th></th><th>a</th></tr></table>");
  expect(html).toBe(
    '<section data-table tabindex="0" aria-label="Tabella 1"><table><tr><td></td><th scope="row">a</th></tr></table></section>',
  );
});

test("reading time is never less than a minute", () => {
  expect(outline("<p>poche parole</p>").minutes).toBe(1);
  expect(outline(`<p>${"parola ".repeat(700)}</p>`).minutes).toBe(4);
});

test("WordPress 6 notes get a heading and accessible link names", () => {
  const { html, headings } = outline(
    cleanHtml(
      '<p>Testo<sup data-fn="ab1" class="fn"><a href="#ab1" id="ab1-link">1</a></sup></p>' +
        '<ol class="wp-block-footnotes"><li id="ab1">La nota. <a href="#ab1-link" aria-label="Jump to footnote reference 1">↩︎</a></li></ol>',
    ),
  );
  expect(headings).toEqual([{ id: "note", text: "Note" }]);
  expect(html).toContain(
    '<a href="#text-ab1" id="text-ab1-link" role="doc-noteref" aria-label="nota 1">1</a>',
  );
  expect(html).toContain(
    '<li id="text-ab1">La nota. <a href="#text-ab1-link" role="doc-backlink" aria-label="Torna al testo, nota 1">Torna al testo</a></li>',
  );
});

test("a chart table has proportional bars, and no bars when a row has no amount", () => {
  const table = (last: string) =>
    '<figure class="wp-block-table is-style-bars"><table><tbody><tr><td>Costo</td><td>30.000 €</td></tr>' +
    `<tr><td>Valore</td><td>${last}</td></tr></tbody></table><figcaption>In euro</figcaption></figure>`;
  const { html } = outline(cleanHtml(table("90.000 €")));
  expect([...html.matchAll(/<rect width="([\d.]+)"/g)].map(([, width]) => width)).toEqual([
    "33.33",
    "100.00",
  ]);
  expect(html).toMatch(/<th scope="row">Costo<svg[^>]*aria-hidden="true"/);
  expect(html).toContain("<td>30.000 €</td>");
  expect(outline(cleanHtml(table("molto"))).html).not.toContain("<svg");
});
