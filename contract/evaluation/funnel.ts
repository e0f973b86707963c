/**
 * Stages of the selection in order (rule evaluation.funnel). After the winner, the last two stages are prizes: the
 * winner of the challenge, and the incubation of three idea-stage startups. `after` is the stage for which a project
 * must be selected before it can be selected for this stage.
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

/** How many projects each selection stage of one edition can select (rule staff.figures). */
export type Places = Record<Stage, number>;

export const DECISION_OUTCOMES = ["selected", "not_selected"] as const;
export type DecisionOutcome = (typeof DECISION_OUTCOMES)[number];

/**
 * Stages of the selection, the furthest first. If a project has reached several stages, pages and documents name only
 * the furthest of them.
 */
export const FURTHEST: readonly Stage[] = [
  "winner",
  "challenge_winner",
  "finalist",
  "incubation",
  "semifinalist",
  "pre_selected",
];

/** Returns the furthest of the given stages of the selection, or null if none is given. */
export function furthestStage(stages: Iterable<Stage>): Stage | null {
  const reached = new Set(stages);
  return FURTHEST.find((stage) => reached.has(stage)) ?? null;
}

/** Returns the stages of the selection from the nearest to the furthest. */
export const furthestOrder = (): Stage[] => [...FURTHEST].reverse();

/**
 * Stages whose applications are kept for longer (rule application.retention): finalists, winners, and incubated
 * startups.
 */
export const FINAL_STAGES: readonly Stage[] = [
  "finalist",
  "winner",
  "challenge_winner",
  "incubation",
];

/**
 * Stages in which all projects compete. In these stages, applicants who are not selected also receive a decision. The
 * stages of the special prizes send no rejections.
 */
export const RACE: readonly Stage[] = ["pre_selected", "semifinalist", "finalist", "winner"];
