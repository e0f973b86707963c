import { expect, test } from "vitest";
import { messagesIn } from "@/backend/documents/messages";
import { LANGUAGES } from "@/contract/languages";
import { MESSAGES } from "../support/render";

test.each(LANGUAGES)("the exported log has the labels of the screen (%s)", (language) => {
  const { yes: _, ...exported } = messagesIn(language).log;
  expect(MESSAGES[language].staff.log).toMatchObject(exported);
});
