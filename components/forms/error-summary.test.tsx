import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderWithWords, withWords } from "@/tests/support/render";
import { ErrorSummary, type SummaryItem } from "./error-summary";

const NAME: SummaryItem = { name: "nome", label: "Nome", code: "required" };

function form(attempt: number, items: SummaryItem[]) {
  return (
    <>
      <ErrorSummary heading="Controlla i campi segnalati." items={items} attempt={attempt} />
      <input />
    </>
  );
}

test("an attempt moves the focus to the error summary, and an error while typing does not", () => {
  const { rerender } = renderWithWords(form(0, []));
  rerender(withWords(form(1, [NAME])));
  expect(document.activeElement).toBe(screen.getByRole("region"));

  const field = screen.getByRole("textbox");
  field.focus();
  rerender(withWords(form(1, [])));
  rerender(withWords(form(1, [{ ...NAME, code: "too_long" }])));
  expect(document.activeElement).toBe(field);

  rerender(withWords(form(2, [NAME])));
  expect(document.activeElement).toBe(screen.getByRole("region"));
});
