import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { DEFAULT_PLACES } from "@/contract/edition-figures";
import { renderWithWords } from "@/tests/support/render";
import { RankingFunnel } from "./ranking-funnel";
import type { RankingRow } from "./ranking-query";

const CRITERIA = { impact: 5, utility: 5, feasibility: 5, scalability: 5, innovation: 5 };

function rows(ranks: (number | null)[]): RankingRow[] {
  return ranks.map((rank, index) => ({
    ...{ id: `p${index}`, nome: `p${index}`, industry: "industry-food", mean: 50, spread: null },
    ...{ evaluators: 1, criteria: CRITERIA, rank: 1, calibrated: 50, calibrated_rank: rank },
    stage: null,
  }));
}

/** Returns the text and the number of thick rings of each selection stage, the largest stage first. */
function said(locale: "it" | "en") {
  return screen
    .getAllByRole("listitem")
    .map((stage) => [
      stage.lastElementChild?.textContent,
      stage.querySelectorAll('[data-is]:not([data-is="empty"])').length,
      locale,
    ]);
}

describe("the funnel's figure", () => {
  test("the funnel shows who would advance while nothing is decided, ties counted", () => {
    renderWithWords(
      <RankingFunnel
        rows={rows([1, 2, 3, 4, 5, 6, 6, 6, 9, null])}
        decisions={[]}
        places={DEFAULT_PLACES}
      />,
      "it",
    );
    expect(screen.getByText(/passerebbero questi progetti/)).toBeDefined();
    expect(said("it")).toEqual([
      ["9 progetti per 50 posti", 9, "it"],
      ["9 progetti per 20 posti", 9, "it"],
      ["8 progetti per 6 posti", 6, "it"],
    ]);
  });

  test("the funnel shows that no project would advance while no project has a total", () => {
    renderWithWords(
      <RankingFunnel rows={rows([null, null])} decisions={[]} places={DEFAULT_PLACES} />,
      "it",
    );
    expect(screen.queryByText(/passerebbero/)).toBeNull();
    expect(screen.getByText(/per ora la classifica è vuota/)).toBeDefined();
  });

  test("the funnel shows decided stages as decided, and other stages as open", () => {
    const ranking = rows(Array.from({ length: 30 }, (_, index) => index + 1));
    const decisions = [{ stage: "pre_selected" as const, selected: 20 }];
    renderWithWords(
      <RankingFunnel rows={ranking} decisions={decisions} places={DEFAULT_PLACES} />,
      "en",
    );
    expect(screen.queryByText(/At this point/)).toBeNull();
    expect(screen.getByText(/decisions released so far/)).toBeDefined();
    expect(said("en")).toEqual([
      ["20 projects for 50 places", 20, "en"],
      ["20 places, still to be decided", 0, "en"],
      ["6 places, still to be decided", 0, "en"],
    ]);
  });
});
