import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Button } from "./button";

test("a busy button shows its running action, ignores presses, and keeps the focus", async () => {
  const press = vi.fn();
  const button = (busy: boolean) => (
    <Button busy={busy} busyLabel="Salvo" onClick={press}>
      Salva
    </Button>
  );
  const { rerender } = render(button(false));
  await userEvent.click(screen.getByRole("button", { name: "Salva" }));
  rerender(button(true));
  const busy = screen.getByRole("button", { name: "Salvo" });
  await userEvent.click(busy);
  expect(press).toHaveBeenCalledTimes(1);
  expect(document.activeElement).toBe(busy);
});

test("a disabled button shows its reason, to keyboard users too", async () => {
  const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={submit}>
      <Button type="submit" disabledReason="Mancano tre campi">
        Invia
      </Button>
    </form>,
  );
  await userEvent.tab();
  const button = screen.getByRole("button", { name: "Invia" });
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute("aria-disabled")).toBe("true");
  const reason = document.getElementById(button.getAttribute("aria-describedby") ?? "");
  expect(reason?.textContent).toBe("Mancano tre campi");
  await userEvent.keyboard("{Enter}");
  expect(submit).not.toHaveBeenCalled();
});
