import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { renderWithWords } from "@/tests/support/render";
import { FaultScene } from "./fault-scene";

test.each(LANGUAGES)("the fault page shows status and message unchanged (%s)", (locale) => {
  renderWithWords(<FaultScene status={500} message="Unknown middleware bogus" />, locale);
  expect(screen.getByText(/500: Unknown middleware bogus$/)).toBeDefined();
  expect(screen.getByRole("heading", { level: 1 }).textContent).not.toBe("");
});
