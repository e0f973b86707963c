import { z } from "zod";
import { instantSchema, wrongType } from "../fields";
import { LANGUAGES, type Language } from "../languages";
import { STAGE_IDS } from "./funnel";

/* Rounds of an edition. In each round, a separate jury reads projects. */

const number = z.int({ error: "invalid_type" }).min(1, { error: "invalid_choice" });

/**
 * Number of a round in a request body. Without a number, the back end chooses the round in which the caller evaluates.
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

/** A round in a response. Absent if the edition has only one reading; null for an evaluator without a jury. */
export const roundSchema = z
  .object({
    number: z.int(),
    names: roundNamesSchema,
    /** Stage of the selection that the round decides. */
    stage: z.enum(STAGE_IDS),
    opens: instantSchema.nullable(),
    closes: instantSchema.nullable(),
    /** Percentage of this round in the value that decides the selection; null if the round alone decides. */
    weight: z.int().nullable(),
    /**
     * True after staff closed the round or a later round uses its results. Scores no longer change, and evaluators can
     * no longer close their evaluations.
     */
    final: z.boolean(),
  })
  .meta({ id: "Round" });
/** A later round as the public and applicants see it: its name and its days, never its jury. */
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
 * Whether the caller can see other evaluators' results in the round: true after the caller has closed their
 * own evaluation, unless a later round of the caller hides the results. Absent without rounds.
 */
export const resultsInAnswer = { results: z.boolean().optional() };
