import { describe, expect, test } from "vitest";
import { DEFAULT_PLACES } from "@/contract/edition-figures";
import {
  chosenRows,
  distributionOf,
  isDisagreement,
  linesOf,
  type RankingRow,
  rankingPlace,
  rankingQueryOf,
  rowsPerPage,
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
  test("the ranking's URL round-trips its query and omits defaults", () => {
    const address =
      "/dashboard/evaluation/ranking?edition=2024&search=fil%C3%B2&orderby=spread&page=3";
    const read = rankingQueryOf(new URL(address, "http://site").searchParams);
    expect(rankingPlace(read, { page: 3 })).toBe(address);
    expect(rankingPlace(query, {})).toBe("/dashboard/evaluation/ranking");
  });

  test("a changed filter resets the ranking's page to 1, and invalid values are dropped", () => {
    expect(rankingPlace({ ...query, page: 4 }, { industry: "industry-food" })).toBe(
      "/dashboard/evaluation/ranking?industry=industry-food",
    );
    const odd = rankingQueryOf(new URLSearchParams("page=-2&orderby=nome&edition=x"));
    expect(odd).toMatchObject({ page: 1, order: "calibrated" });
    expect(odd.edition).toBeUndefined();
  });
});

describe("rows", () => {
  const rows = [
    row("Filò", 2, { spread: 3, calibrated_rank: 1 }),
    row("Orto Nono", 1, { spread: 21, calibrated_rank: 2, industry: "industry-biotech" }),
    row("Molla", null),
  ];

  test("ranking rows are sorted by the chosen rank, rows without one last", () => {
    expect(ids(chosenRows(rows, query))).toEqual(["Filò", "Orto Nono", "Molla"]);
    const mean = { ...query, order: "mean" as const };
    expect(ids(chosenRows(rows, mean))).toEqual(["Orto Nono", "Filò", "Molla"]);
    const spread = { ...query, order: "spread" as const };
    expect(ids(chosenRows(rows, spread))).toEqual(["Orto Nono", "Filò", "Molla"]);
  });

  test("ranking rows are found regardless of accents and case", () => {
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
  const told = (rows: RankingRow[], decisions: { stage: string }[] = []) =>
    [...linesOf(rows, DEFAULT_PLACES, decisions)].flatMap(([id, lines]) =>
      lines.map(({ places, projects }) => [id, places, projects]),
    );

  test("the threshold lines are after rows 6, 20 and 50", () => {
    expect(told(many)).toEqual([
      ["p6", 6, 6],
      ["p20", 20, 20],
      ["p50", 50, 50],
    ]);
  });

  test("projects that tie at a threshold are all above it, and are counted apart from the places", () => {
    const tied = many.map((one, index) =>
      index >= 5 && index < 12 ? { ...one, calibrated_rank: 6 } : one,
    );
    expect(told(tied)[0]).toEqual(["p12", 6, 12]);
  });

  test("two threshold lines can be after the same row", () => {
    const tied = many.map((one, index) => (index < 55 ? { ...one, calibrated_rank: 1 } : one));
    expect(told(tied)).toEqual([
      ["p55", 6, 55],
      ["p55", 20, 55],
      ["p55", 50, 55],
    ]);
  });

  test("the threshold lines follow the deciding rank, not the raw mean", () => {
    const other = many.map((one, index) => ({ ...one, calibrated_rank: 60 - index }));
    expect(told(other)[0]).toEqual(["p55", 6, 6]);
  });

  test("there is no threshold line if all projects are within it, or if the stage is decided", () => {
    expect(told(many.slice(0, 6))).toEqual([]);
    expect(told(many.slice(0, 7))).toEqual([["p6", 6, 6]]);
    expect(told(many, [{ stage: "pre_selected" }]).map(([id]) => id)).toEqual(["p6", "p20"]);
  });

  test("without ties, all threshold lines are on the first page", () => {
    expect(
      told(many).every(([id]) => Number(String(id).slice(1)) <= rowsPerPage(DEFAULT_PLACES)),
    ).toBe(true);
  });

  test("the threshold lines follow the places of the edition", () => {
    const places = { ...DEFAULT_PLACES, semifinalist: 18 };
    const ends = [...linesOf(many, places)].map(([id]) => id);
    expect(ends).toEqual(["p6", "p18", "p50"]);
    expect(rowsPerPage({ ...places, pre_selected: 80 })).toBe(80);
  });
});

test("the distribution counts every mean once, 100 in the last tenth", () => {
  const rows = [row("a", 1, { mean: 100 }), row("b", 2, { mean: 9.9 }), row("c", null)];
  expect(distributionOf(rows)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
});
