import { z } from "zod";
import { instantSchema, wrongType } from "../fields";
import { LANGUAGES, type Language } from "../languages";
import { STAGE_IDS } from "./funnel";

/* Rounds: several readings of an edition's projects, each with its own jury. */

const number = z.int({ error: "invalid_type" }).min(1, { error: "invalid_choice" });

/** The number of a round in a body. Without it, the back end chooses the round in which the caller works. */
export const roundInBody = { round: number.optional() };

/** The number of a round in a query. */
export const roundInQuery = {
  round: z.coerce.number(wrongType).pipe(number).optional(),
};
export const roundQuery = z.object(roundInQuery);

const nameSchema = z.string();
const names = Object.fromEntries(LANGUAGES.map((one) => [one, nameSchema])) as Record<
  Language,
  typeof nameSchema
>;

/** A round in responses. Absent if the edition has only its first reading; null for an evaluator on no jury. */
export const roundSchema = z
  .object({
    number: z.int(),
    names: z.object(names),
    /** The stage for which the round decides. */
    stage: z.enum(STAGE_IDS),
    opens: instantSchema.nullable(),
    closes: instantSchema.nullable(),
    /** This round's share of the deciding value in percent; null if the round decides alone. */
    weight: z.int().nullable(),
    /** True once staff closed the round or a later round reads its results: nothing in it changes, and no evaluator can close it. */
    final: z.boolean(),
  })
  .meta({ id: "Round" });
/** A later round on public pages and in applicants' timelines: its name and its days, never its jury. */
export const publicRoundSchema = roundSchema
  .pick({ number: true, names: true, stage: true })
  .extend({
    opens: instantSchema,
    closes: instantSchema,
  });
export type PublicRound = z.infer<typeof publicRoundSchema>;

export const roundInAnswer = { round: roundSchema.nullable().optional() };
export type Round = z.infer<typeof roundSchema>;

/**
 * Whether the caller can read results of others in the round: not before closing it, nor while a later round of the caller hides
 * them. Absent like the round.
 */
export const resultsInAnswer = { results: z.boolean().optional() };
