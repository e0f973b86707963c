import { DEFAULT_PLACES } from "@/contract/edition-figures";
import { STAGE_IDS } from "@/contract/evaluation/funnel";
import { CRITERIA as WEIGHTED } from "@/contract/evaluation/weights";
import type { Selection, SelectionRow, SelectionStage } from "@/contract/staff/selection";

const CRITERIA = { impact: 7, utility: 7, feasibility: 6, scalability: 8, innovation: 9 };
const known = { outcome: "selected", released: true, correction: false } as const;

/** Returns a row of the ranking for a pre-selected project whose decision is released. */
export function rankedRow(rank: number, more: Partial<SelectionRow> = {}): SelectionRow {
  return {
    id: `p${rank}`,
    name: `Progetto ${rank}`,
    person: "Giulia Ferraro",
    rank,
    calibrated: 90 - rank,
    mean: 89 - rank,
    spread: 3.2,
    readings: 12,
    criteria: CRITERIA,
    eligible: rank <= 50 ? ["semifinalist"] : [],
    decisions: [
      { stage: "pre_selected", ...known, outcome: rank <= 50 ? "selected" : "not_selected" },
      ...(rank < 20 ? [{ stage: "semifinalist" as const, ...known, released: false }] : []),
    ],
    unreadable: false,
    ...more,
  };
}

/**
 * Returns a selection of sixty projects. Fifty are pre-selected, nineteen are decided for the semifinal, and two are
 * tied for its last place.
 */
export function selectionAnswer(more: Partial<Selection> = {}): Selection {
  const rows = Array.from({ length: 60 }, (_, index) => {
    const rank = index + 1;
    return rank === 21 ? rankedRow(21, { rank: 20, calibrated: 70 }) : rankedRow(rank);
  });
  const own: Partial<Record<string, Partial<SelectionStage>>> = {
    pre_selected: { released: 50, released_at: "2027-03-05T09:00:00.000Z" },
    semifinalist: {
      planned: 19,
      pending: 50,
      tie: { ids: ["p20", "p21"], free: 1, value: 70 },
    },
  };
  const stages = STAGE_IDS.map((id) => ({
    stage: id,
    places: DEFAULT_PLACES[id],
    released: 0,
    planned: 0,
    released_at: null,
    proposed: null,
    details: null,
    tie: null,
    pending: 0,
    ...own[id],
  }));
  return {
    edition: 2026,
    current: true,
    projects: 60,
    evaluators: 12,
    closed: 12,
    opened_at: null,
    results: { criteria: [...WEIGHTED], recomputed: 0, altered: [], stages, rows },
    ...more,
  };
}
