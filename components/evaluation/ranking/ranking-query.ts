import type { Ranking } from "@/contract/evaluation/evaluation-schemas";
import { FUNNEL_STAGES } from "@/contract/evaluation/funnel";
import { fold } from "@/contract/fold";

export type RankingRow = Ranking["rows"][number];

export const RANKING_ORDERS = ["mean", "calibrated", "spread"] as const;
export type RankingOrder = (typeof RANKING_ORDERS)[number];

/** Which part of the ranking is shown; the address holds it. */
export type RankingQuery = {
  edition?: number | undefined;
  search: string;
  industry: string;
  order: RankingOrder;
  page: number;
};

/** Rows per page: all thresholds of the funnel are on the first one. */
export const ROWS_PER_PAGE = 50;

/** Totals of one project this far apart (standard deviation, points out of 100) are worth discussing. */
export const DISAGREEMENT_FROM = 15;

/** The stages at which a number of places is given, the fewest first. */
export const THRESHOLDS = FUNNEL_STAGES.filter(({ id }) =>
  ["pre_selected", "semifinalist", "finalist"].includes(id),
).toSorted((a, b) => a.places - b.places);

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
    order: order ?? "mean",
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
  if (order !== "mean") next.set("orderby", order);
  if (page > 1) next.set("page", String(page));
  return `/dashboard/evaluation/ranking${next.size > 0 ? `?${next}` : ""}`;
}

/** The rank that an order goes by. */
export function rankIn(row: RankingRow, order: RankingOrder): number | null {
  return order === "calibrated" ? row.calibrated_rank : row.rank;
}

/** The rows that match, in the order asked for; what has no figure comes last. */
export function chosenRows(rows: readonly RankingRow[], query: RankingQuery): RankingRow[] {
  const words = fold(query.search).split(/\s+/).filter(Boolean);
  const found = rows.filter(
    ({ nome, industry }) =>
      (!query.industry || industry === query.industry) &&
      words.every((word) => fold(nome).includes(word)),
  );
  const last = Number.POSITIVE_INFINITY;
  if (query.order === "spread") {
    return found.toSorted((a, b) => (b.spread ?? -1) - (a.spread ?? -1));
  }
  return found.toSorted(
    (a, b) => (rankIn(a, query.order) ?? last) - (rankIn(b, query.order) ?? last) || 0,
  );
}

/**
 * After which row of the whole ranking each threshold lies: the last one whose rank is within the
 * places (equals at the line are all within), by the row's id.
 */
export function thresholdsOf(rows: readonly RankingRow[], order: RankingOrder) {
  const lines = new Map<string, (typeof THRESHOLDS)[number]>();
  for (const threshold of THRESHOLDS) {
    const within = rows.filter((row) => {
      const rank = rankIn(row, order);
      return rank !== null && rank <= threshold.places;
    });
    const row = within.at(-1);
    // Everybody is within: there is nothing to divide.
    if (row && within.length < rows.length) lines.set(row.id, threshold);
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
