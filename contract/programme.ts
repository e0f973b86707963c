/*
 * The programme's figures (rule site.figures); how many pass each stage is in funnel.ts.
 */

import type { Step } from "./project/project-fields";

/** Euros for the winner, equity-free, in one tranche. */
export const GRANT = 50_000;
/** Euros for the winner of the challenge. */
export const CHALLENGE_GRANT = 10_000;
/** The Moroccan programme's grant, in euros. */
export const MOROCCO_GRANT = 10_000;
/** Months of advisory for the finalists. */
export const ADVISORY_MONTHS = 6;
/** Months of incubation for three idea-stage startups. */
export const INCUBATION_MONTHS = 3;
/** On-demand lessons and workshops of the Academy. */
export const ACADEMY_LESSONS = 11;
/** Euros of social value per euro invested in 2024. */
export const SOCIAL_RETURN = 5.19;
/** Minutes each step of the application takes somebody whose deck and video are ready; the rest is typing. */
export const STEP_MINUTES = {
  idea: 20,
  challenge: 5,
  documents: 10,
  contact: 5,
  team: 10,
} as const satisfies Record<Step, number>;
/** Editions that are over, oldest first; the current one is `getCurrentEdition`. */
export const PAST_EDITIONS = [2023, 2024, 2025] as const;
