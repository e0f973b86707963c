import { expect, test } from "vitest";
import { plainText } from "../content/text/html";
import { groupsOf, withAnswer } from "./questions";

const questionsOf = (...given: Parameters<typeof groupsOf>) =>
  groupsOf(...given).flatMap(({ questions }) => questions);

test("every second-level heading is a question, and the following text is its answer", () => {
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

test("a page without headings has no questions", () => {
  expect(questionsOf("<p>Solo testo.</p>", plainText)).toEqual([]);
});

test("a second-level heading right above a third-level one names a group", () => {
  const html =
    "<h2>Prima</h2><p>Uno.</p><h3>Poi</h3><p>Due.</p><h2>Chi</h2>\n<h3>Io?</h3><p>Sì.</p><h3>Tu?</h3><h4>Forse</h4><p>No.</p><h2>Quando</h2><h3>Ora?</h3><p>Sì.</p><h2>Sola?</h2><p>Sì.</p>";
  const said = groupsOf(html, plainText).map(({ title, questions }) => [
    title,
    questions.map(({ question, answer }) => [question, answer]),
  ]);
  expect(said).toEqual([
    [null, [["Prima", "<p>Uno.</p><h3>Poi</h3><p>Due.</p>"]]],
    [
      "Chi",
      [
        ["Io?", "<p>Sì.</p>"],
        ["Tu?", "<h4>Forse</h4><p>No.</p>"],
      ],
    ],
    ["Quando", [["Ora?", "<p>Sì.</p>"]]],
    [null, [["Sola?", "<p>Sì.</p>"]]],
  ]);
  expect(questionsOf(html, plainText)).toHaveLength(5);
});

test("another answer replaces that of one question in its group, and an unknown title changes nothing", () => {
  const groups = groupsOf("<h2>Chi</h2><h3>Io?</h3><p>Sì.</p><h3>Tu?</h3><p>No.</p>", plainText);
  const [group] = withAnswer(groups, "Tu?", "<p>Forse.</p>");
  expect(group?.title).toBe("Chi");
  expect(group?.questions.map(({ answer }) => answer)).toEqual(["<p>Sì.</p>", "<p>Forse.</p>"]);
  expect(withAnswer(groups, "Noi?", "<p>Forse.</p>")).toEqual(groups);
});
