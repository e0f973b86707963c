import { expect, test } from "vitest";
import { MESSAGES } from "@/tests/support/render";

test("who reads the application before sending learns what evaluators do not get", () => {
  // Evaluators see no private field. Rule: evaluation.private.
  expect(MESSAGES.it.project.review.lead).toMatch(/senza email, telefoni ed età/);
  expect(MESSAGES.en.project.review.lead).toMatch(
    /without email addresses, phone numbers and ages/,
  );
});
