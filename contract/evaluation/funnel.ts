/**
 * Stages of the selection in order (rule evaluation.funnel). Two prizes follow: the winner of the challenge, and the
 * incubation of three idea-stage startups. `after` is the stage that a project must have reached before.
 */
export const SELECTION_STAGES = [
  { id: "pre_selected", after: null },
  { id: "semifinalist", after: "pre_selected" },
  { id: "finalist", after: "semifinalist" },
  { id: "winner", after: "finalist" },
  { id: "challenge_winner", after: "pre_selected" },
  { id: "incubation", after: "pre_selected" },
] as const;

export type Stage = (typeof SELECTION_STAGES)[number]["id"];
export const STAGE_IDS = SELECTION_STAGES.map(({ id }) => id) as [Stage, ...Stage[]];

/** Creates an object with one value per stage of the selection. */
export function perStage<V>(value: (stage: Stage) => V): Record<Stage, V> {
  return Object.fromEntries(STAGE_IDS.map((stage) => [stage, value(stage)])) as Record<Stage, V>;
}

/** The number of places per stage of one edition (rule staff.figures). */
export type Places = Record<Stage, number>;

export const DECISION_OUTCOMES = ["selected", "not_selected"] as const;
export type DecisionOutcome = (typeof DECISION_OUTCOMES)[number];

/**
 * Stages of the selection from the furthest to the nearest. A project with several stages is described by its furthest
 * one.
 */
export const FURTHEST: readonly Stage[] = [
  "winner",
  "challenge_winner",
  "finalist",
  "incubation",
  "semifinalist",
  "pre_selected",
];

/** Returns the furthest of some stages of the selection, or null if there are none. */
export function furthestStage(stages: Iterable<Stage>): Stage | null {
  const reached = new Set(stages);
  return FURTHEST.find((stage) => reached.has(stage)) ?? null;
}

/** Returns the stages of the selection from the nearest to the furthest. */
export const furthestOrder = (): Stage[] => [...FURTHEST].reverse();

/** Final places: the finalists and all winners. Their applications are kept for longer (rule application.retention). */
export const FINAL_STAGES: readonly Stage[] = [
  "finalist",
  "winner",
  "challenge_winner",
  "incubation",
];

/**
 * Stages in which all projects compete, so that applicants who are not selected also receive a decision. Prizes reject
 * no project.
 */
export const RACE: readonly Stage[] = ["pre_selected", "semifinalist", "finalist", "winner"];
