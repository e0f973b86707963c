import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { criteriaWords } from "@/contract/evaluation/criteria";
import { LANGUAGES } from "@/contract/languages";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { Weights } from "./weights";

test.each(LANGUAGES)("applicants and evaluators read the same rubric (%s)", (language) => {
  renderWithWords(<Weights sheetHref="/policy/criteria.pdf" />, language);
  const criteria = screen.getAllByRole("listitem").map((item) => within(item));
  const rubric = Object.values(criteriaWords(language));
  expect(criteria).toHaveLength(rubric.length);
  for (const [index, { name, says, low, middle, high }] of rubric.entries()) {
    criteria[index]?.getByRole("heading", { name });
    criteria[index]?.getByText(says);
    const scale = criteria[index]?.getAllByRole("definition").map((one) => one.textContent);
    expect(scale).toEqual([low, middle, high]);
  }
  const sheet = screen.getByRole("link", { name: MESSAGES[language].call.weights.sheet });
  expect(sheet.getAttribute("href")).toBe("/policy/criteria.pdf");
});
