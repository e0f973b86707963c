import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { EMPTY_PROJECT } from "@/contract/project/project-schemas";
import { valuesOf } from "@/lib/draft/project-form";
import { saveModel } from "@/tests/support/people/save-model";
import { renderWithWords } from "@/tests/support/render";
import { type Application, ApplicationContext } from "../application-context";
import { BeforeYouStart } from "./before-you-start";
import { ItsMe } from "./its-me";

function draftOf(values: object) {
  const view = { values: { ...valuesOf(EMPTY_PROJECT), ...values } };
  return { subscribe: () => () => {}, snapshot: () => view, change: vi.fn() };
}
const user = { first_name: "Giulia", last_name: "Ferraro", email: "giulia@example.org" };

test("whoever is the contact person is filled in from the account", async () => {
  const draft = draftOf({});
  renderWithWords(
    <ApplicationContext value={{ draft, user } as unknown as Application}>
      <ItsMe />
    </ApplicationContext>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Sono io" }));
  expect(draft.change).toHaveBeenCalledExactlyOnceWith({
    referente_nome_e_cognome: "Giulia Ferraro",
    referente_email: "giulia@example.org",
  });
});

test("nobody who is named already is replaced", () => {
  const draft = draftOf({ referente_email: "ada@example.org" });
  renderWithWords(
    <ApplicationContext value={{ draft, user } as unknown as Application}>
      <ItsMe />
    </ApplicationContext>,
  );
  expect(screen.queryByRole("button")).toBeNull();
});

test.each([
  [0, true],
  [3, false],
])("what to prepare is open in a new application only (version %i)", (projectVersion, isOpen) => {
  const answer = { ...saveModel().read(), projectVersion };
  renderWithWords(
    <ApplicationContext value={{ answer } as unknown as Application}>
      <BeforeYouStart />
    </ApplicationContext>,
  );
  expect(screen.getByRole("group").hasAttribute("open")).toBe(isOpen);
  const text = screen.getByRole("group").textContent;
  // The exact limits of the form, and the ways to be eligible.
  for (const said of ["20 slide", "2 minuti", "100 MB", "18 anni", "5 persone"])
    expect(text).toContain(said);
});
