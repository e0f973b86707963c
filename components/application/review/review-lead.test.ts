import { expect, test } from "vitest";
import { MESSAGES } from "@/tests/support/render";

test("the review tells the applicant which data evaluators do not see", () => {
  // The page must name the private data that evaluators do not see. Rule: evaluation.private.
  expect(MESSAGES.it.project.review.lead).toMatch(/senza email, telefoni ed età/);
  expect(MESSAGES.en.project.review.lead).toMatch(
    /without email addresses, phone numbers and ages/,
  );
});
