import { decidingRank, inDecidingOrder } from "@/contract/evaluation/deciding-order";
import type { Ranking } from "@/contract/evaluation/evaluation-schemas";
import { FUNNEL_STAGES } from "@/contract/evaluation/funnel";
import { fold } from "@/contract/fold";

export type RankingRow = Ranking["rows"][number];

/** The first one decides, and is the one that is shown unless another is asked for. */
export const RANKING_ORDERS = ["calibrated", "mean", "spread"] as const;
export type RankingOrder = (typeof RANKING_ORDERS)[number];
export const DECIDING_ORDER: RankingOrder = RANKING_ORDERS[0];

/** Which part of the ranking is shown; the address holds it. */
export type RankingQuery = {
  edition?: number | undefined;
  search: string;
  industry: string;
  order: RankingOrder;
  page: number;
};

/** Totals of one project this far apart (standard deviation, points out of 100) are worth discussing. */
export const DISAGREEMENT_FROM = 15;

/** The stages at which a number of places is given, the fewest first. */
export const THRESHOLDS = FUNNEL_STAGES.filter(({ id }) =>
  ["pre_selected", "semifinalist", "finalist"].includes(id),
).toSorted((a, b) => a.places - b.places);

/** Rows per page: as many as the widest stage has places, so that its line is on the first one. */
export const ROWS_PER_PAGE = Math.max(...THRESHOLDS.map(({ places }) => places));

export function isDisagreement({ spread }: Pick<RankingRow, "spread">): boolean {
  return spread !== null && spread >= DISAGREEMENT_FROM;
}

export function rankingQueryOf(search: Pick<URLSearchParams, "get">): RankingQuery {
  const edition = Number(search.get("edition"));
  const order = RANKING_ORDERS.find((name) => name === search.get("orderby"));
  return {
    ...(edition > 0 && { edition }),
    search: search.get("search") ?? "",
    industry: search.get("industry") ?? "",
    order: order ?? DECIDING_ORDER,
    page: Math.max(1, Math.trunc(Number(search.get("page"))) || 1),
  };
}

/** The address of the ranking with some of its state changed; another choice resets to page 1. */
export function rankingPlace(query: RankingQuery, change: Partial<RankingQuery>): string {
  const { edition, search, industry, order, page } = { ...query, page: 1, ...change };
  const next = new URLSearchParams();
  if (edition !== undefined) next.set("edition", String(edition));
  if (search) next.set("search", search);
  if (industry) next.set("industry", industry);
  if (order !== DECIDING_ORDER) next.set("orderby", order);
  if (page > 1) next.set("page", String(page));
  return `/dashboard/evaluation/ranking${next.size > 0 ? `?${next}` : ""}`;
}

/** The rank that an order goes by. */
export function rankIn(row: RankingRow, order: RankingOrder): number | null {
  return order === "mean" ? row.rank : decidingRank(row);
}

/** The rows that match, in the order asked for; what has no figure comes last. */
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

/** How many projects would take a stage's places as the ranking stands: equals at the line all count. */
export function withinPlaces(rows: readonly RankingRow[], places: number): RankingRow[] {
  return inDecidingOrder(rows).filter((row) => {
    const rank = decidingRank(row);
    return rank !== null && rank <= places;
  });
}

export type StageLine = { id: (typeof THRESHOLDS)[number]["id"]; places: number; projects: number };

/**
 * After which row of the whole ranking the line of each stage lies, by the row's id. A stage that is
 * decided has no line: its projects are named as such.
 */
export function linesOf(
  rows: readonly RankingRow[],
  decisions: readonly { stage: string }[] = [],
): Map<string, StageLine[]> {
  const lines = new Map<string, StageLine[]>();
  for (const { id, places } of THRESHOLDS) {
    const within = withinPlaces(rows, places);
    const last = within.at(-1);
    // Everybody is within: there is nothing to divide.
    if (!last || within.length === rows.length) continue;
    if (decisions.some(({ stage }) => stage === id)) continue;
    const line = { id, places, projects: within.length };
    lines.set(last.id, [...(lines.get(last.id) ?? []), line]);
  }
  return lines;
}

/** How many means lie in each tenth of the scale: 0–9.9, 10–19.9 … 90–100. */
export function distributionOf(rows: readonly RankingRow[]): number[] {
  const bins = Array.from({ length: 10 }, () => 0);
  for (const { mean } of rows) {
    if (mean === null) continue;
    const bin = Math.min(9, Math.floor(mean / 10));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return bins;
}
