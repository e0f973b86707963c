import { z } from "zod";
import { endpoint } from "../endpoint";
import { editionRoundQuery } from "../evaluation/evaluation-schemas";
import { STAGE_IDS } from "../evaluation/funnel";
import { roundInAnswer } from "../evaluation/rounds";
import { CRITERIA, type Criterion } from "../evaluation/weights";
import { exportAnswer, exportOptions } from "./export-options";

/* Agreement of a round's evaluators, calculated from closed evaluations once staff can read the ranking. */

const count = z.int().min(0);

/**
 * Maximum length of the list of projects with the largest spread of totals in a response. The export contains all
 * projects.
 */
export const SPREADS_SHOWN = 20;

/**
 * Levels of agreement between evaluators by Krippendorff's α. Krippendorff defined the limits of the two highest
 * levels.
 */
export const AGREEMENT_LEVELS = ["high", "fair", "low", "none"] as const;
export type AgreementLevel = (typeof AGREEMENT_LEVELS)[number];

/** Returns the level of agreement between evaluators that a value of α means. */
export function agreementLevel(alpha: number): AgreementLevel {
  if (alpha >= 0.8) return "high";
  if (alpha >= 0.667) return "fair";
  return alpha > 0 ? "low" : "none";
}

/** Krippendorff's α. Null if no project has two evaluations or all values are equal. */
const alphaSchema = z.object({
  value: z.number().max(1).nullable(),
  reason: z.enum(["no_pairs", "no_variance"]).nullable(),
});
export type AgreementAlpha = z.infer<typeof alphaSchema>;

const perCriterion = Object.fromEntries(CRITERIA.map(({ id }) => [id, alphaSchema])) as Record<
  Criterion,
  typeof alphaSchema
>;

/**
 * A project that a change of the ranking moves into or out of a selection stage's places. Contains the project's rank
 * before and after the change.
 */
const crossingSchema = z.object({
  id: z.string(),
  name: z.string(),
  before: z.int(),
  after: z.int(),
});

/**
 * A selection stage with its number of places, and the projects that a change of the ranking moves into or out of these
 * places.
 */
const cutoffSchema = z.object({
  stage: z.enum(STAGE_IDS),
  places: count,
  entering: z.array(crossingSchema),
  leaving: z.array(crossingSchema),
});
export type Cutoff = z.infer<typeof cutoffSchema>;

const spreadSchema = z.object({
  id: z.string(),
  name: z.string(),
  readings: count,
  mean: z.number(),
  spread: z.number(),
  lowest: z.number(),
  highest: z.number(),
});

export const agreementSchema = z
  .object({
    edition: z.int(),
    ...roundInAnswer,
    /**
     * `evaluations` is the number of valid closed evaluations, and `readers` the number of evaluators who closed them.
     * `compared` is the number of projects with at least two of these evaluations.
     */
    evaluations: count,
    readers: count,
    compared: count,
    /** Krippendorff's α of the weighted totals, and of the scores of each criterion. */
    alpha: alphaSchema,
    criteria: z.object(perCriterion),
    /** Projects with the largest spread of totals, largest first. */
    spreads: z.array(spreadSchema),
    /**
     * Evaluators from the most severe to the mildest. `difference` is null for an evaluator who shares no project with
     * others.
     */
    evaluators: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        readings: count,
        shared: count,
        difference: z.number().nullable(),
        lowest: z.number(),
        highest: z.number(),
        spread: z.number().nullable(),
      }),
    ),
    /**
     * True if the ranking combines the results of this round with the results of another round. Even then, `cutoffs`
     * uses only the results of this round.
     */
    blended: z.boolean(),
    /**
     * Selection stages that the round decides. Each stage lists the projects that calibration moves into or out of the
     * stage's places.
     */
    cutoffs: z.array(cutoffSchema),
    /**
     * Selection stages that the round decides. Each stage lists the projects that revised scores from discussions move
     * into or out of the stage's places. Null if the round has no discussions.
     */
    discussed: z.array(cutoffSchema).nullable(),
  })
  .meta({ id: "Agreement" });
export type Agreement = z.infer<typeof agreementSchema>;

export const getAgreement = endpoint({
  name: "getAgreement",
  method: "GET",
  path: "wp/v2/staff/agreement",
  summary: "How far the evaluators of a round agree, once everybody has closed",
  access: "staff",
  query: editionRoundQuery,
  answer: { status: 200, json: agreementSchema },
  errors: ["invalid_fields", "not_found", "jury_not_closed"],
});

export const exportAgreement = endpoint({
  name: "exportAgreement",
  method: "GET",
  path: "wp/v2/staff/agreement/export",
  summary: "The same agreement as tables, with all projects that two evaluators read",
  access: "staff",
  query: editionRoundQuery.extend({
    ...exportOptions,
    format: exportOptions.format.default("xlsx"),
  }),
  answer: exportAnswer,
  errors: ["invalid_fields", "not_found", "jury_not_closed", "proof_required", "key_required"],
});

export const agreementEndpoints = [getAgreement, exportAgreement];
