import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ApiError } from "@/lib/api/error";
import { renderWithWords } from "@/tests/support/render";
import { Refusal } from "./refusal";

test("too many attempts show the catalogue's sentence, the reason, and the next allowed time", () => {
  const failure = new ApiError("too_many_requests", 429, { retryAfter: 700 });
  renderWithWords(<Refusal heading="Errore durante il login. Riprovare." failure={failure} />);
  const alert = screen.getByRole("alert");
  expect(alert.textContent).toContain("Errore durante il login. Riprovare.");
  expect(alert.textContent).toContain("Troppi tentativi in poco tempo.");
  expect(alert.textContent).toMatch(/Puoi riprovare tra 12 minuti, a partire dalle \d\d:\d\d\./);
});

test("the retry time is in the reader's time zone with 24 hours, in English too", () => {
  const failure = new ApiError("too_many_requests", 429, { retryAfter: 700 });
  renderWithWords(<Refusal heading="Sign-in failed." failure={failure} />, "en");
  expect(screen.getByRole("alert").textContent).toMatch(/\b\d\d:\d\d(?! ?[ap]m)/i);
});

test("without a failure, Refusal shows no alert", () => {
  renderWithWords(<Refusal heading="Errore" failure={null} />);
  expect(screen.queryByRole("alert")).toBeNull();
});
