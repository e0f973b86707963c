/**
 * Stages of the selection in order (rule evaluation.funnel), then two prizes: the winner of the challenge, and
 * the incubation of three idea-stage startups. `after` is the stage that a project must have reached before.
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

/** Returns the number of places in a stage. */
export function placesOf(stage: FunnelStage): number {
  return FUNNEL_STAGES.find(({ id }) => id === stage)?.places ?? 0;
}

export const DECISION_OUTCOMES = ["selected", "not_selected"] as const;
export type DecisionOutcome = (typeof DECISION_OUTCOMES)[number];

/** Stages from the furthest to the nearest. The furthest one describes a project with several stages. */
const FURTHEST: readonly FunnelStage[] = [
  "winner",
  "challenge_winner",
  "finalist",
  "incubation",
  "semifinalist",
  "pre_selected",
];

/** Returns the furthest of some stages, or null without stages. */
export function furthestStage(stages: Iterable<FunnelStage>): FunnelStage | null {
  const reached = new Set(stages);
  return FURTHEST.find((stage) => reached.has(stage)) ?? null;
}

/**
 * Stages in which all candidates compete, so that candidates who are not selected receive a decision. Prizes
 * reject no candidate.
 */
export const RACE: readonly FunnelStage[] = ["pre_selected", "semifinalist", "finalist", "winner"];
