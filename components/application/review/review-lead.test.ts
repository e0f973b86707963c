import { expect, test } from "vitest";
import { MESSAGES } from "@/tests/support/render";

test("the review tells the applicant which data evaluators do not see", () => {
  expect(MESSAGES.it.project.review.lead).toMatch(/senza email, telefoni ed età/);
  expect(MESSAGES.en.project.review.lead).toMatch(
    /without email addresses, phone numbers and ages/,
  );
});
