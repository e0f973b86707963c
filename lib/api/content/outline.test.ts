import { expect, test } from "vitest";
import { outlineOf } from "./outline";

const label = (nth: number) => `Tabella "${nth}"`;

test("headings can be jumped to, each under an id of its own", () => {
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

test("a table scrolls in a box with a name, and its empty corner is no heading", () => {
  const { html } = outlineOf("<table><tr><th></th><th>a</th></tr></table>", label);
  expect(html).toBe(
    '<section data-table tabindex="0" aria-label="Tabella 1"><table><tr><td></td><th scope="row">a</th></tr></table></section>',
  );
});

test("a text is never read in less than a minute", () => {
  expect(outlineOf("<p>poche parole</p>", label).minutes).toBe(1);
  expect(outlineOf(`<p>${"parola ".repeat(700)}</p>`, label).minutes).toBe(4);
});
