import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { EMPTY_PROJECT } from "@/contract/project/project-schemas";
import { renderWithWords } from "@/tests/support/render";
import { Stepper } from "./stepper";

const member = {
  name: "Ada",
  role: "CTO",
  phone: "3331234567",
  age: "age-30_50",
  info: "gb_ref-web",
};

test("each step shows the number of its filled required fields and its state", () => {
  renderWithWords(
    <Stepper
      project={{ ...EMPTY_PROJECT, nome: "Filò", idea: "x", team: [member] }}
      current="idea"
    />,
  );
  const links = within(screen.getByRole("navigation")).getAllByRole("link");
  expect(links.map((link) => link.textContent)).toEqual([
    "1Idea2 di 7parziale",
    "2Sfida0 di 1vuoto",
    "3Documenti0 di 2vuoto",
    "4Referente0 di 5vuoto",
    "5Team1 di 1completo",
  ]);
  expect(links[0]?.getAttribute("aria-current")).toBe("step");
});

test("the steps have their agreed English names", () => {
  renderWithWords(<Stepper project={EMPTY_PROJECT} />, "en");
  for (const title of ["Idea", "Challenge", "Documents", "Contact info", "Founding team"]) {
    expect(screen.getByRole("link", { name: new RegExp(title) })).toBeDefined();
  }
});
