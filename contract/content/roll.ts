/*
 * What a story says about whoever it tells of, in its `meta`: what the programme gave them, and what became of them.
 */

/** How far they came, in the order a year lists them. */
export const OUTCOMES = ["winner", "challenge", "finalist", "incubated"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Whether they still do what they came with. */
export const STANDINGS = ["active", "closed"] as const;
export type Standing = (typeof STANDINGS)[number];

/** Without any one of these a story is not on the roll: nobody is on it with half a fact. */
export const ROLL_FIELDS = ["name", "edition", "outcome", "figure", "status"] as const;
