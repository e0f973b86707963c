/* Kinds of readings that the database, the control room and the evaluators' pages share. */

/**
 * Reasons for assigning a project to an evaluator: staff chose it, a sector or a language that the evaluator named, or an even
 * division of the readings. Reasons name no other person.
 */
export const READING_REASONS = ["staff", "sector", "language", "balance"] as const;
export type ReadingReason = (typeof READING_REASONS)[number];

/** How staff fixed a reading by hand: given to the evaluator, or barred from the evaluator. */
export const FIXED_KINDS = ["given", "barred"] as const;
export type FixedKind = (typeof FIXED_KINDS)[number];

/**
 * Minimum number of active evaluators for showing the reading counts. With fewer, the counts would identify
 * individual evaluators.
 */
export const COVERAGE_FROM = 3;
