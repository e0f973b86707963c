import { describe, expect, test } from "vitest";
import {
  chosenRows,
  distributionOf,
  isDisagreement,
  type RankingRow,
  rankingPlace,
  rankingQueryOf,
  thresholdsOf,
} from "./ranking-query";

const CRITERIA = { impact: 5, utility: 5, feasibility: 5, scalability: 5, innovation: 5 };

function row(id: string, rank: number | null, more: Partial<RankingRow> = {}): RankingRow {
  return {
    id,
    nome: id,
    industry: "industry-food",
    mean: rank === null ? null : 100 - rank,
    spread: null,
    evaluators: rank === null ? 0 : 2,
    criteria: CRITERIA,
    rank,
    calibrated: rank === null ? null : 100 - rank,
    calibrated_rank: rank,
    stage: null,
    ...more,
  };
}

const query = rankingQueryOf(new URLSearchParams());
const ids = (rows: RankingRow[]) => rows.map(({ id }) => id);

describe("the ranking's address", () => {
  test("round-trips what it was read from, and omits defaults", () => {
    const address =
      "/dashboard/evaluation/ranking?edition=2024&search=fil%C3%B2&orderby=spread&page=3";
    const read = rankingQueryOf(new URL(address, "http://site").searchParams);
    expect(rankingPlace(read, { page: 3 })).toBe(address);
    expect(rankingPlace(query, {})).toBe("/dashboard/evaluation/ranking");
  });

  test("another choice resets to the first page; nonsense is left out", () => {
    expect(rankingPlace({ ...query, page: 4 }, { industry: "industry-food" })).toBe(
      "/dashboard/evaluation/ranking?industry=industry-food",
    );
    const odd = rankingQueryOf(new URLSearchParams("page=-2&orderby=nome&edition=x"));
    expect(odd).toMatchObject({ page: 1, order: "mean" });
    expect(odd.edition).toBeUndefined();
  });
});

describe("rows", () => {
  const rows = [
    row("Filò", 2, { spread: 3, calibrated_rank: 1 }),
    row("Orto Nono", 1, { spread: 21, calibrated_rank: 2, industry: "industry-biotech" }),
    row("Molla", null),
  ];

  test("are ordered by the rank chosen, those without one last", () => {
    expect(ids(chosenRows(rows, query))).toEqual(["Orto Nono", "Filò", "Molla"]);
    const calibrated = { ...query, order: "calibrated" as const };
    expect(ids(chosenRows(rows, calibrated))).toEqual(["Filò", "Orto Nono", "Molla"]);
    const spread = { ...query, order: "spread" as const };
    expect(ids(chosenRows(rows, spread))).toEqual(["Orto Nono", "Filò", "Molla"]);
  });

  test("are found without regard to accents and case", () => {
    expect(ids(chosenRows(rows, { ...query, search: "FILO" }))).toEqual(["Filò"]);
    expect(ids(chosenRows(rows, { ...query, industry: "industry-biotech" }))).toEqual([
      "Orto Nono",
    ]);
  });

  test("disagreement starts at the stated spread", () => {
    expect(rows.map(isDisagreement)).toEqual([false, true, false]);
    expect(isDisagreement({ spread: 15 })).toBe(true);
    expect(isDisagreement({ spread: 14.9 })).toBe(false);
  });
});

describe("the funnel's lines", () => {
  const many = Array.from({ length: 60 }, (_, index) => row(`p${index + 1}`, index + 1));

  test("lie after the 6th, the 20th and the 50th", () => {
    const lines = thresholdsOf(many, "mean");
    expect([...lines].map(([id, { places }]) => [id, places])).toEqual([
      ["p6", 6],
      ["p20", 20],
      ["p50", 50],
    ]);
  });

  test("equals at the line are all within it", () => {
    const tied = many.map((one, index) => (index === 6 ? { ...one, rank: 6 } : one));
    expect([...thresholdsOf(tied, "mean").keys()][0]).toBe("p7");
  });

  test("divide nothing where everybody is within", () => {
    expect(thresholdsOf(many.slice(0, 6), "mean").size).toBe(0);
    expect([...thresholdsOf(many.slice(0, 7), "mean").keys()]).toEqual(["p6"]);
  });
});

test("the distribution counts every mean once, 100 in the last tenth", () => {
  const rows = [row("a", 1, { mean: 100 }), row("b", 2, { mean: 9.9 }), row("c", null)];
  expect(distributionOf(rows)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
});
