import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { expectAccessible } from "@/tests/support/axe";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { type Interrupted, SessionDialog, type SignInFailure } from "./session-dialog";

const INTERRUPTED: readonly Interrupted[] = ["save", "send", "other"];
const USER = { email: "ada@example.org", has_password: true, has_app: false };

describe.each(LANGUAGES)("the dialog after the end of the session (%s)", (language) => {
  const words = MESSAGES[language].session;

  function open(interrupted: Interrupted, answers: (SignInFailure | null)[], user = USER) {
    const signIn = vi.fn(async (_: string) => answers.shift() ?? null);
    const [onClose, onSignedIn] = [vi.fn(), vi.fn()];
    renderWithWords(
      <SessionDialog open {...{ user, interrupted, signIn, onClose, onSignedIn }} />,
      language,
    );
    return { signIn, onClose, onSignedIn, dialog: within(screen.getByRole("dialog")) };
  }

  test.each(INTERRUPTED)(
    "after an interrupted action (%s) the button names it, and it goes on after the sign-in",
    async (interrupted) => {
      const { signIn, onSignedIn, dialog } = open(interrupted, ["invalid_credentials", null]);
      expect(dialog.getByText(words.text[interrupted])).toBeDefined();
      const button = dialog.getByRole("button", { name: words.signIn[interrupted] });
      const password = dialog.getByLabelText(words.password, { selector: "input" });
      expect(document.activeElement).toBe(password);
      fireEvent.change(password, { target: { value: "sbagliata" } });
      fireEvent.click(button);
      expect(await dialog.findByRole("alert")).toBeDefined();
      expect(onSignedIn).not.toHaveBeenCalled();
      fireEvent.change(password, { target: { value: "giusta" } });
      fireEvent.click(button);
      await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
      expect(signIn.mock.calls).toEqual([["sbagliata"], ["giusta"]]);
      await expectAccessible(document.body);
    },
  );

  test.each(INTERRUPTED)(
    "an account with a second factor logs in in another tab, then goes on (%s)",
    (interrupted) => {
      const { signIn, onClose, onSignedIn, dialog } = open(interrupted, [], {
        ...USER,
        has_app: true,
      });
      expect(dialog.getByText(words.elsewhere[interrupted])).toBeDefined();
      expect(dialog.getByRole("link", { name: words.openLogin }).getAttribute("target")).toBe(
        "_blank",
      );
      fireEvent.click(dialog.getByRole("button", { name: words.later }));
      expect([onClose.mock.calls.length, onSignedIn.mock.calls.length]).toEqual([1, 0]);
      fireEvent.click(dialog.getByRole("button", { name: words.signedIn }));
      expect(onSignedIn).toHaveBeenCalledOnce();
      expect(signIn).not.toHaveBeenCalled();
    },
  );
});
