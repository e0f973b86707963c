import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderWithWords } from "@/tests/support/render";
import { CockpitBar } from "./cockpit-bar";

test.each([
  { locale: "it", words: "1 valutato, 28 da leggere, 1 astensione" },
  { locale: "en", words: "1 scored, 28 to read, 1 recusal" },
] as const)("the counts add up to all projects, recusals too ($locale)", ({ locale, words }) => {
  const counts = { total: 30, scored: 1, partial: 0, recused: 1 };
  const around = { place: 1, total: 30, previous: null, next: null, counts };
  renderWithWords(
    <CockpitBar around={around} query={{}} onGo={async () => undefined}>
      {null}
    </CockpitBar>,
    locale,
  );
  expect(screen.getByText(words)).toBeDefined();
});
