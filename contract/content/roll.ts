/*
 * What a story, or an entry of its own (`alumni`), says in its `meta` about whoever it tells of: what the programme gave
 * them, and what became of them. Without an outcome and an edition nobody is on the roll; what else is missing is not known.
 */

/** How far they came, in the order a year lists them. */
export const OUTCOMES = ["winner", "challenge", "morocco", "finalist", "incubated"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Whether they still do what they came with. */
export const STANDINGS = ["active", "closed"] as const;
export type Standing = (typeof STANDINGS)[number];
