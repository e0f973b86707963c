/*
 * The programme's figures (specification part 9). Pages show them with Intl, never as words.
 */

/** How many pass each stage: pre-selected, semifinalists, finalists, the winner. */
export const FUNNEL = [
  { stage: "preselected", count: 50 },
  { stage: "semifinalists", count: 20 },
  { stage: "finalists", count: 6 },
  { stage: "winner", count: 1 },
] as const;

/** Euros to the winner, equity-free, in one tranche. */
export const GRANT = 50_000;
/** Euros to the winner of the challenge. */
export const CHALLENGE_GRANT = 10_000;
/** Euros of the Moroccan programme's grant. */
export const MOROCCO_GRANT = 10_000;
/** Months of advisory for the finalists. */
export const ADVISORY_MONTHS = 6;
/** Months of incubation for three idea-stage startups. */
export const INCUBATION_MONTHS = 3;
/** On-demand lessons and workshops of the Academy. */
export const ACADEMY_LESSONS = 11;
/** Euros of social value for one euro invested in 2024. */
export const SOCIAL_RETURN = 5.19;
/** Editions that are over, oldest first; the current one is `getCurrentEdition`. */
export const PAST_EDITIONS = [2023, 2024, 2025] as const;
