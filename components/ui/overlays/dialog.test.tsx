import { act, fireEvent, render, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { Dialog } from "./dialog";
import { showToast } from "./toast";
import { Toaster } from "./toaster";

const WORD = "Release";
let say: (state: { open: boolean; offered: boolean }) => void;

/** A test page with a button that opens a dialog. The dialog's action removes the button. */
function Page() {
  const [{ open, offered }, set] = useState({ open: false, offered: true });
  say = set;
  return (
    <main id="main" tabIndex={-1}>
      {offered && <button type="button">{WORD}</button>}
      <Dialog open={open} onClose={() => {}} title={WORD} actions={null} />
    </main>
  );
}

test.each([false, true])(
  "the main part gets the focus if the dialog's opener is removed after closing (at once: %s)",
  async (atOnce) => {
    const { getByRole } = render(<Page />);
    getByRole("button").focus();
    await waitFor(() => say({ open: true, offered: true }));
    await waitFor(() => expect(document.querySelector("dialog")?.open).toBe(true));
    if (!atOnce) {
      await waitFor(() => say({ open: false, offered: true }));
      await waitFor(() => expect(document.activeElement?.tagName).toBe("BUTTON"));
    }
    await waitFor(() => say({ open: false, offered: false }));
    await waitFor(() => expect(document.activeElement?.id).toBe("main"));
  },
);

test("toasts shown while a dialog is open are inside the dialog", async () => {
  const { getByRole } = render(
    <>
      <Toaster label={WORD} closeLabel={WORD} />
      <Dialog open onClose={() => {}} title={WORD} actions={null} />
    </>,
  );
  act(() => showToast("Prova in coda"));
  await waitFor(() => expect(within(getByRole("dialog")).getByText("Prova in coda")).toBeTruthy());
});

test("Escape closes a dialog, but a cancelled file field and a late event of the browser do not", () => {
  const onClose = vi.fn();
  const { getByRole, getByTestId } = render(
    <Dialog open onClose={onClose} title={WORD} actions={null}>
      <input type="file" data-testid="file" />
    </Dialog>,
  );
  const dialog = getByRole("dialog") as HTMLDialogElement;
  fireEvent(getByTestId("file"), new Event("cancel", { bubbles: true }));
  fireEvent(dialog, new Event("close"));
  expect(onClose).not.toHaveBeenCalled();
  const pressed = new Event("cancel", { cancelable: true });
  fireEvent(dialog, pressed);
  expect(pressed.defaultPrevented).toBe(true);
  expect(onClose).toHaveBeenCalledOnce();
  // The browser can close the dialog without asking, for example after a second Escape.
  dialog.open = false;
  fireEvent(dialog, new Event("close"));
  expect(onClose).toHaveBeenCalledTimes(2);
});
