import { decidingRank, inDecidingOrder } from "@/contract/evaluation/deciding-order";
import type { ProjectList, Ranking } from "@/contract/evaluation/evaluation-schemas";
import type { Places } from "@/contract/evaluation/funnel";
import { fold } from "@/contract/text/normalize-text";

export type RankingRow = Ranking["rows"][number];

/** The orders in which the ranking can be sorted. The first order determines the selection and is the default. */
export const RANKING_ORDERS = ["calibrated", "mean", "spread"] as const;
export type RankingOrder = (typeof RANKING_ORDERS)[number];
export const DECIDING_ORDER: RankingOrder = RANKING_ORDERS[0];

/** The filters, order, and page of the ranking, as stored in the URL. */
export type RankingQuery = {
  edition?: number | undefined;
  round?: number | undefined;
  search: string;
  industry: string;
  order: RankingOrder;
  page: number;
};

/**
 * Evaluators count as disagreeing about a project if the standard deviation of their totals is at least this number of
 * points out of 100.
 */
export const DISAGREEMENT_FROM = 15;

const THRESHOLD_STAGES = ["finalist", "semifinalist", "pre_selected"] as const;

/**
 * Returns the selection stages for which the ranking shows a threshold line, the stage with the fewest places first.
 */
export function thresholdsOf(places: Places) {
  return THRESHOLD_STAGES.map((id) => ({ id, places: places[id] }));
}

/** Minimum number of rows per page of the ranking. */
const ROWS_AT_LEAST = 50;

/**
 * Returns the number of rows per page: enough that all places of the largest selection stage are on the first page.
 */
export const rowsPerPage = ({ pre_selected: most }: Places) => Math.max(ROWS_AT_LEAST, most);

export function isDisagreement({ spread }: Pick<RankingRow, "spread">): boolean {
  return spread !== null && spread >= DISAGREEMENT_FROM;
}

export function rankingQueryOf(search: Pick<URLSearchParams, "get">): RankingQuery {
  const edition = Number(search.get("edition"));
  const round = Number(search.get("round"));
  const order = RANKING_ORDERS.find((name) => name === search.get("orderby"));
  return {
    ...(edition > 0 && { edition }),
    ...(round > 0 && { round }),
    search: search.get("search") ?? "",
    industry: search.get("industry") ?? "",
    order: order ?? DECIDING_ORDER,
    page: Math.max(1, Math.trunc(Number(search.get("page"))) || 1),
  };
}

/** Returns the URL of the ranking with changed filters. A change of anything except the page resets the page to 1. */
export function rankingPlace(query: RankingQuery, change: Partial<RankingQuery>): string {
  const { edition, round, search, industry, order, page } = { ...query, page: 1, ...change };
  const next = new URLSearchParams();
  if (edition !== undefined) next.set("edition", String(edition));
  if (round !== undefined) next.set("round", String(round));
  if (search) next.set("search", search);
  if (industry) next.set("industry", industry);
  if (order !== DECIDING_ORDER) next.set("orderby", order);
  if (page > 1) next.set("page", String(page));
  return `/dashboard/evaluation/ranking${next.size > 0 ? `?${next}` : ""}`;
}

/** Returns a project's rank in a given order of the ranking; null if the project has no rank. */
export function rankIn(row: RankingRow, order: RankingOrder): number | null {
  return order === "mean" ? row.rank : decidingRank(row);
}

/**
 * Returns the ranking's rows that match the filters, in the requested order. Rows without the number that determines
 * this order come last.
 */
export function chosenRows(rows: readonly RankingRow[], query: RankingQuery): RankingRow[] {
  const words = fold(query.search).split(/\s+/).filter(Boolean);
  const found = rows.filter(
    ({ nome, industry }) =>
      (!query.industry || industry === query.industry) &&
      words.every((word) => fold(nome).includes(word)),
  );
  switch (query.order) {
    case "spread":
      return found.toSorted((a, b) => (b.spread ?? -1) - (a.spread ?? -1));
    case "mean":
      return found.toSorted((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || 0);
    default:
      return inDecidingOrder(found);
  }
}

/**
 * Returns the projects that get one of a stage's places by the current ranking. All projects that tie at the threshold
 * count.
 */
export function withinPlaces(rows: readonly RankingRow[], places: number): RankingRow[] {
  return inDecidingOrder(rows).filter((row) => {
    const rank = decidingRank(row);
    return rank !== null && rank <= places;
  });
}

export type StageLine = { id: (typeof THRESHOLD_STAGES)[number]; places: number; projects: number };

/**
 * Returns the threshold line below the last place of each selection stage, by the id of the row above the line. A
 * decided stage has no threshold line, because its projects have a label instead. A round has only the threshold line
 * of the stage that it decides.
 */
export function linesOf(
  rows: readonly RankingRow[],
  places: Places,
  decisions: readonly { stage: string }[] = [],
  round?: ProjectList["round"],
): Map<string, StageLine[]> {
  const lines = new Map<string, StageLine[]>();
  for (const { id, places: own } of thresholdsOf(places)) {
    const within = withinPlaces(rows, own);
    const last = within.at(-1);
    // If the stage has places for all projects, no project is below the last place, so the ranking shows no threshold
    // line.
    if (!last || within.length === rows.length) continue;
    if (decisions.some(({ stage }) => stage === id)) continue;
    if (round && round.stage !== id) continue;
    const line = { id, places: own, projects: within.length };
    lines.set(last.id, [...(lines.get(last.id) ?? []), line]);
  }
  return lines;
}

/** Returns how many projects' means lie in each tenth of the scale: 0–9.9, 10–19.9 … 90–100. */
export function distributionOf(rows: readonly RankingRow[]): number[] {
  const bins = Array.from({ length: 10 }, () => 0);
  for (const { mean } of rows) {
    if (mean === null) continue;
    const bin = Math.min(9, Math.floor(mean / 10));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return bins;
}
