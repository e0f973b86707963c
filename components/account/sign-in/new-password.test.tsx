import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderWithWords } from "@/tests/support/render";
import { ChangePasswordForm } from "../profile/change-password-form";
import { NewPasswordForm } from "./new-password-form";

afterEach(() => vi.unstubAllGlobals());

const WORDS = {
  it: {
    weak: "La password non è abbastanza sicura",
    fields: ["Password attuale", "Nuova password", "Ripeti la password"],
  },
  en: {
    weak: "The password is not strong enough",
    fields: ["Current password", "New password", "Repeat the password"],
  },
} as const;

const FORMS = [
  ["the profile's change", <ChangePasswordForm key="change" />],
  ["the reset", <NewPasswordForm key="reset" act="reset" token="t" works again={null} />],
  [
    "an invitation",
    <NewPasswordForm key="invitation" act="invitation" token="t" works again={null} />,
  ],
] as const;

test.each(
  FORMS.flatMap(([name, form]) => (["it", "en"] as const).map((l) => [name, l, form] as const)),
)("%s rejects a short password before sending it (%s)", async (_, language, form) => {
  const ask = vi.fn();
  vi.stubGlobal("fetch", ask);
  renderWithWords(form, language);
  const { weak, fields } = WORDS[language];
  for (const label of fields) {
    const field = screen.queryByLabelText(label, { selector: "input" });
    if (field) fireEvent.change(field, { target: { value: "abc" } });
  }
  const chosen = screen.getByLabelText(fields[1], { selector: "input" });
  const submit = document.querySelector('button[type="submit"]');
  if (!submit) throw new Error("no button");
  fireEvent.click(submit);
  await waitFor(() => expect(chosen.getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getByText(weak)).toBeTruthy();
  expect(ask).not.toHaveBeenCalled();
});

test("an expired password link shows an error before the user types", () => {
  const again = <p>Un altro link</p>;
  renderWithWords(<NewPasswordForm act="reset" token="t" works={false} again={again} />, "it");
  expect(screen.getByRole("alert").textContent).toContain("Questo link non vale più");
  expect(screen.getByText("Un altro link")).toBeTruthy();
  expect(document.querySelector("form")).toBeNull();
});
