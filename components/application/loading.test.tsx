import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ApiError } from "@/lib/api/error";
import { renderWithWords } from "@/tests/support/render";
import { LoadFailed } from "./loading";

test("an application that cannot be loaded says so and why, and can be retried", async () => {
  const retry = vi.fn();
  renderWithWords(<LoadFailed error={new ApiError("unavailable", 503)} onRetry={retry} />);
  expect(screen.getByRole("heading").textContent).toBe("Errore di caricamento. Riprovare.");
  expect(screen.getByRole("alert").textContent).toContain("il servizio non risponde");
  await userEvent.click(screen.getByRole("button", { name: "Riprova" }));
  expect(retry).toHaveBeenCalledOnce();
});
