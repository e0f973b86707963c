import { z } from "zod";
import { instantSchema, wrongType } from "../fields";
import { LANGUAGES, type Language } from "../languages";
import { STAGE_IDS } from "./funnel";

/* Rounds of an edition. In each round, a separate jury reads projects. */

const number = z.int({ error: "invalid_type" }).min(1, { error: "invalid_choice" });

/**
 * Number of a round in a request body. If the body contains no number, the back end chooses the round in which the
 * caller evaluates.
 */
export const roundInBody = { round: number.optional() };

/** Number of a round in a query string. */
export const roundInQuery = {
  round: z.coerce.number(wrongType).pipe(number).optional(),
};
export const roundQuery = z.object(roundInQuery);

const nameSchema = z.string();
const namesByLanguage = Object.fromEntries(LANGUAGES.map((one) => [one, nameSchema])) as Record<
  Language,
  typeof nameSchema
>;

/** Names of a round by language. */
export const roundNamesSchema = z.object(namesByLanguage);

/** A round in a response. Absent if the edition has only one round; null for an evaluator who is on no jury. */
export const roundSchema = z
  .object({
    number: z.int(),
    names: roundNamesSchema,
    /** Stage of the selection that the round decides. */
    stage: z.enum(STAGE_IDS),
    opens: instantSchema.nullable(),
    closes: instantSchema.nullable(),
    /**
     * Weight of this round's mean, in percent, in the mean that decides the selection. The previous round's mean has
     * the remaining weight. Null if only this round's mean decides.
     */
    weight: z.int().nullable(),
    /**
     * True after staff closed the round, or once a later round uses this round's results. Scores then no longer change,
     * and evaluators can no longer close their evaluations.
     */
    final: z.boolean(),
  })
  .meta({ id: "Round" });
/** A later round as the public and applicants see it: its name and its dates, but not its jury. */
export const publicRoundSchema = roundSchema
  .pick({ number: true, names: true, stage: true })
  .extend({
    opens: instantSchema,
    closes: instantSchema,
  });
export type PublicRound = z.infer<typeof publicRoundSchema>;

export const roundInAnswer = { round: roundSchema.nullable().optional() };
export type Round = z.infer<typeof roundSchema>;

export const resultsInAnswer = {
  /**
   * Whether the caller can see other evaluators' results of the round. True after the caller has closed the round's
   * evaluation, unless the caller also evaluates a later round that hides these results. Absent if the edition has only
   * one round.
   */
  results: z.boolean().optional(),
  /**
   * Names of the later round that still hides these results from the caller. The caller must close the evaluation of
   * that round too; if several rounds hide the results, the names are of the last one. Null if no round hides them;
   * absent if the edition has only one round.
   */
  results_after: roundNamesSchema.nullable().optional(),
};
