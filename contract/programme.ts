/*
 * Numbers of the programme that texts of the site quote (rule site.figures). The numbers of places per selection stage
 * are in evaluation/funnel.ts.
 */

import type { Step } from "./project/project-fields";

/** Prize of the programme's winner in euros, equity-free and in one payment. */
export const GRANT = 50_000;
/** Prize of the winner of the programme's challenge, in euros. */
export const CHALLENGE_GRANT = 10_000;
/** Grant of the Moroccan programme in euros. */
export const MOROCCO_GRANT = 10_000;
/** Months of advisory support for the finalists. */
export const ADVISORY_MONTHS = 6;
/** Months of incubation for three idea-stage startups. */
export const INCUBATION_MONTHS = 3;
/** Number of the Academy's on-demand lessons and workshops. */
export const ACADEMY_LESSONS = 11;
/** Euros of social value per euro invested in 2024. */
export const SOCIAL_RETURN = 5.19;
/** Estimated minutes for each step of the application, if pitch deck and video are ready. */
export const STEP_MINUTES = {
  idea: 20,
  challenge: 5,
  documents: 10,
  contact: 5,
  team: 10,
} as const satisfies Record<Step, number>;
/** Years of the finished editions, oldest first. `getCurrentEdition` returns the current edition. */
export const PAST_EDITIONS = [2023, 2024, 2025] as const;
