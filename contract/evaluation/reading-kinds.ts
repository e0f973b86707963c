/*
 * Reasons for assigning projects to evaluators, and kinds of fixed assignments. The database, the control room and the
 * evaluators' pages use the lists in this file.
 */

/**
 * Reasons for assigning a project to an evaluator: a choice of staff, a sector or language that the evaluator named, or
 * an even distribution. Reasons name no other person.
 */
export const READING_REASONS = ["staff", "sector", "language", "balance"] as const;
export type ReadingReason = (typeof READING_REASONS)[number];

/** Fixed assignments by staff: the evaluator must read the project, or must not read it. */
export const FIXED_KINDS = ["given", "barred"] as const;
export type FixedKind = (typeof FIXED_KINDS)[number];

/**
 * Minimum number of evaluators who have begun to score, for showing staff how often each project was read. With fewer
 * evaluators, the counts would identify a person.
 */
export const COVERAGE_FROM = 3;
