/**
 * The stages of the selection, in order (rule evaluation.funnel), then the two prizes beside it: the challenge's, and the incubation for
 * three startups in the idea stage. `after` is the stage a project must have reached before.
 */
export const FUNNEL_STAGES = [
  { id: "pre_selected", places: 50, after: null },
  { id: "semifinalist", places: 20, after: "pre_selected" },
  { id: "finalist", places: 6, after: "semifinalist" },
  { id: "winner", places: 1, after: "finalist" },
  { id: "challenge_winner", places: 1, after: "pre_selected" },
  { id: "incubation", places: 3, after: "pre_selected" },
] as const;

export type FunnelStage = (typeof FUNNEL_STAGES)[number]["id"];
export const FUNNEL_STAGE_IDS = FUNNEL_STAGES.map(({ id }) => id) as [
  FunnelStage,
  ...FunnelStage[],
];

/** How many projects a stage has room for. */
export function placesOf(stage: FunnelStage): number {
  return FUNNEL_STAGES.find(({ id }) => id === stage)?.places ?? 0;
}

export const DECISION_OUTCOMES = ["selected", "not_selected"] as const;
export type DecisionOutcome = (typeof DECISION_OUTCOMES)[number];

/** From the furthest to the nearest: which one describes a project that has several. */
const FURTHEST: readonly FunnelStage[] = [
  "winner",
  "challenge_winner",
  "finalist",
  "incubation",
  "semifinalist",
  "pre_selected",
];

/** The furthest of some stages; null of none. */
export function furthestStage(stages: Iterable<FunnelStage>): FunnelStage | null {
  const reached = new Set(stages);
  return FURTHEST.find((stage) => reached.has(stage)) ?? null;
}

/** Stages that everybody runs for: whoever is left out of one is told so. Prizes reject nobody. */
export const RACE: readonly FunnelStage[] = ["pre_selected", "semifinalist", "finalist", "winner"];
