/*
 * Facts about a past participant: the result in the programme, and what happened to the project later. The facts are in
 * the `meta` of a story or of an `alumni` item. Only items with an outcome and an edition appear in the list of
 * participants. Missing facts are unknown.
 */

/** Outcomes of participants, in the order in which the list of participants shows them within a year. */
export const OUTCOMES = ["winner", "challenge", "morocco", "finalist", "incubated"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Whether the past participants still run their project. */
export const STANDINGS = ["active", "closed"] as const;
export type Standing = (typeof STANDINGS)[number];
