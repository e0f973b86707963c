import { expect, test } from "vitest";
import { messagesIn } from "@/backend/documents/messages";
import { RELEASE_DETAILS } from "@/contract/evaluation/release-details";
import { LANGUAGES } from "@/contract/languages";
import { MESSAGES } from "../support/render";

test.each(LANGUAGES)("the exported log has the labels of the screen (%s)", (language) => {
  const { yes: _, ...exported } = messagesIn(language).log;
  expect(MESSAGES[language].staff.log).toMatchObject(exported);
});

test.each(LANGUAGES)("each detail of a release has a label in the log (%s)", (language) => {
  const labels = Object.keys(messagesIn(language).log.factName);
  expect(labels).toEqual(expect.arrayContaining(RELEASE_DETAILS));
});
