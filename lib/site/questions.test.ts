import { expect, test } from "vitest";
import { plainText } from "../api/content/html";
import { questionsOf } from "./questions";

test("every second-level heading is a question, and what follows it the answer", () => {
  const html =
    '<p>Prima.</p><h2 class="wp-block-heading">Quanti &amp; <em>quando</em>?</h2><p>Uno.</p><h3>Poi</h3><p>Due.</p><h2>È finita?</h2>\n<p>No.</p>';
  expect(questionsOf(html, plainText)).toEqual([
    {
      id: "quanti-quando",
      question: "Quanti & quando?",
      answer: "<p>Uno.</p><h3>Poi</h3><p>Due.</p>",
    },
    { id: "e-finita", question: "È finita?", answer: "<p>No.</p>" },
  ]);
});

test("a page without headings asks nothing", () => {
  expect(questionsOf("<p>Solo testo.</p>", plainText)).toEqual([]);
});
