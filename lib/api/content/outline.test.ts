import { expect, test } from "vitest";
import { outlineOf } from "./outline";

const label = (nth: number) => `Tabella "${nth}"`;

test("headings can be linked to, each by its own id", () => {
  const { html, headings } = outlineOf(
    '<h2>Perché è così</h2><p>a</p><h2 class="wp-block-heading" id="due">Due</h2><h2>Due</h2><h2>Main</h2>',
    label,
  );
  expect(headings).toEqual([
    { id: "perche-e-cosi", text: "Perché è così" },
    { id: "due", text: "Due" },
    { id: "due-2", text: "Due" },
    { id: "main-2", text: "Main" },
  ]);
  expect(html).toContain('<h2 class="wp-block-heading" id="due">Due</h2>');
});

test("a table scrolls in a labelled box, and its empty corner is not a heading", () => {
  const { html } = outlineOf("<table><tr><th></th><th>a</th></tr></table>", label);
  expect(html).toBe(
    '<section data-table tabindex="0" aria-label="Tabella 1"><table><tr><td></td><th scope="row">a</th></tr></table></section>',
  );
});

test("reading time is never less than a minute", () => {
  expect(outlineOf("<p>poche parole</p>", label).minutes).toBe(1);
  expect(outlineOf(`<p>${"parola ".repeat(700)}</p>`, label).minutes).toBe(4);
});
