import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { STEPS } from "@/contract/project/project-fields";
import { renderWithWords } from "@/tests/support/render";
import { HowToApply } from "./how-to-apply";

test("the table of the steps has a name, and each step is the header of its row", () => {
  const documents = { rules: "/r.pdf", privacyNotice: "/p.pdf", criteria: "/c.pdf" };
  renderWithWords(<HowToApply documents={documents} reading={[]} />);
  const name = "Passi della candidatura: tempo, contenuti e limiti";
  expect(screen.getByRole("table", { name })).toBeInstanceOf(HTMLTableElement);
  expect(screen.getAllByRole("rowheader")).toHaveLength(STEPS.length);
});
