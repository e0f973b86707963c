import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { MESSAGES, renderWithWords } from "@/tests/support/render";
import { WorkspaceBar } from "./workspace-bar";

const WAYS = { chosen: false, goTo: vi.fn(), goToList: vi.fn(), unfilter: vi.fn() };

test.each([
  { locale: "it", words: "1 valutato, 28 da leggere, 1 astensione" },
  { locale: "en", words: "1 scored, 28 to read, 1 recusal" },
] as const)(
  "the counts add up to all projects, recusals included ($locale)",
  ({ locale, words }) => {
    const counts = { total: 30, scored: 1, partial: 0, recused: 1, sent_again: 0 };
    const around = { place: 1, total: 30, previous: null, next: null, filtered: true, counts };
    renderWithWords(
      <WorkspaceBar id="7" around={around} query={{}} ways={WAYS}>
        {null}
      </WorkspaceBar>,
      locale,
    );
    expect(screen.getByText(words)).toBeDefined();
  },
);

test.each([
  { locale: "it", words: "Progetto 27 di 30 · scelto perché finora è tra i meno valutati" },
  { locale: "en", words: "Project 27 of 30 · chosen because it is among the least scored so far" },
] as const)(
  "a project that the server chose shows why it does not follow in the list ($locale)",
  ({ locale, words }) => {
    const counts = { total: 30, scored: 1, partial: 0, recused: 1, sent_again: 0 };
    const around = { place: 27, total: 30, previous: null, next: null, filtered: false, counts };
    const { container } = renderWithWords(
      <WorkspaceBar id="7" around={around} query={{}} ways={{ ...WAYS, chosen: true }}>
        {null}
      </WorkspaceBar>,
      locale,
    );
    expect(container.querySelector("p")?.textContent).toBe(words);
    // "Next in the list" and "save and next" are different actions, so their labels must differ.
    const { cockpit, sheet } = MESSAGES[locale].evaluation;
    expect(sheet.next).not.toBe(cockpit.next);
  },
);

test("a list filtered to the open project says so and links to the whole list", () => {
  const counts = { total: 30, scored: 1, partial: 0, recused: 1, sent_again: 0 };
  const around = { place: 1, total: 1, previous: null, next: null, filtered: true, counts };
  const query = { search: "Sestante", orderby: "nome", order: "asc" } as const;
  renderWithWords(
    <WorkspaceBar id="7" around={around} query={query} ways={WAYS}>
      {null}
    </WorkspaceBar>,
  );
  const addressOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(addressOf("Progetti filtrati")).toBe(
    "/dashboard/evaluation?search=Sestante&orderby=nome&order=asc",
  );
  expect(addressOf("Togli i filtri")).toBe("/dashboard/evaluation/7?orderby=nome&order=asc");
});
