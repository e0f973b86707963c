/*
 * Facts about a past participant in the `meta` of a story or an `alumni` item: what the programme gave them
 * and what happened to them. Only items with an outcome and an edition appear in the list of participants.
 * Other missing facts are unknown.
 */

/** Results of participants, in the order of the list of a year. */
export const OUTCOMES = ["winner", "challenge", "morocco", "finalist", "incubated"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Whether the participants still run their project. */
export const STANDINGS = ["active", "closed"] as const;
export type Standing = (typeof STANDINGS)[number];
