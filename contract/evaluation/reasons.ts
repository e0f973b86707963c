import { CRITERIA, type Criterion } from "./weights";

/*
 * Reasons that evaluators and staff choose for an applicant. Stored feedback contains the ids of reasons, so never
 * change or remove an id. The texts are in reason-words.ts, which browsers do not load.
 */

/** Subjects of each criterion's reasons. A subject can be a strength or a gap of the project. */
export const REASON_SUBJECTS = {
  impact: ["people", "proof", "lasting"],
  utility: ["need", "urgency", "alternatives"],
  feasibility: ["team", "plan", "trial"],
  scalability: ["elsewhere", "costs", "demand"],
  innovation: ["new", "different", "explained"],
} as const satisfies Record<Criterion, readonly string[]>;

export const REASON_SIDES = ["strong", "missing"] as const;
export type ReasonSide = (typeof REASON_SIDES)[number];

type OfCriterion<C extends Criterion> = `${ReasonSide}.${C}.${(typeof REASON_SUBJECTS)[C][number]}`;
export type CriterionReason = { [C in Criterion]: OfCriterion<C> }[Criterion];

/** Reasons for an outcome that concern no criterion. Only staff can choose them, in the feedback for an applicant. */
export const GENERAL_REASONS = [
  "general.places",
  "general.early",
  "general.scope",
  "general.details",
] as const;
export type ReasonId = CriterionReason | (typeof GENERAL_REASONS)[number];

/** Returns a criterion's reasons for one side: the strengths or the gaps of a project. */
export function reasonsOf(side: ReasonSide, criterion: Criterion): CriterionReason[] {
  return REASON_SUBJECTS[criterion].map(
    (subject) => `${side}.${criterion}.${subject}` as CriterionReason,
  );
}

/** Reasons of all criteria: first all strengths, then all gaps, in the order of the criteria. */
export const CRITERION_REASONS = REASON_SIDES.flatMap((side) =>
  CRITERIA.flatMap(({ id }) => reasonsOf(side, id)),
) as [CriterionReason, ...CriterionReason[]];

/** Maximum number of reasons per criterion that an applicant receives. */
export const REASONS_MAX = 3;

/** Returns the criterion of a reason; null for a general reason. */
export function criterionOf(reason: ReasonId): Criterion | null {
  return CRITERIA.find(({ id }) => reason.split(".")[1] === id)?.id ?? null;
}

/** Reports whether more than `REASONS_MAX` of the given reasons concern one criterion. */
export function hasTooMany(reasons: readonly ReasonId[]): boolean {
  const counts = Map.groupBy(reasons, criterionOf);
  return [...counts].some(([criterion, own]) => criterion !== null && own.length > REASONS_MAX);
}

/** Returns the given reasons without duplicates, in their fixed order. Omits unknown reasons. */
export function inReasonOrder(reasons: readonly ReasonId[]): ReasonId[] {
  const given = new Set(reasons);
  return [...CRITERION_REASONS, ...GENERAL_REASONS].filter((one) => given.has(one));
}
