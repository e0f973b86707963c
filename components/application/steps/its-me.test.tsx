import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { EMPTY_PROJECT } from "@/contract/project/project-schemas";
import { valuesOf } from "@/lib/draft/project-form";
import { renderWithWords } from "@/tests/support/render";
import { type Application, ApplicationContext } from "../application-context";
import { BeforeYouStart } from "./before-you-start";
import { ItsMe } from "./its-me";

function draftOf(values: object) {
  const view = { values: { ...valuesOf(EMPTY_PROJECT), ...values } };
  return { subscribe: () => () => {}, snapshot: () => view, change: vi.fn() };
}
const user = { first_name: "Giulia", last_name: "Ferraro", email: "giulia@example.org" };

test("a press fills in the contact person from the account", async () => {
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

test("a contact person that is filled in already is not replaced", () => {
  const draft = draftOf({ referente_email: "ada@example.org" });
  renderWithWords(
    <ApplicationContext value={{ draft, user } as unknown as Application}>
      <ItsMe />
    </ApplicationContext>,
  );
  expect(screen.queryByRole("button")).toBeNull();
});

test("the preparation text is folded, so that the first field is in view, and complete", () => {
  renderWithWords(<BeforeYouStart />);
  expect(screen.getByRole("group").hasAttribute("open")).toBe(false);
  const text = screen.getByRole("group").textContent;
  for (const said of ["20 slide", "2 minuti", "100 MB", "18 anni", "5 persone"])
    expect(text).toContain(said);
});
