import { z } from "zod";
import { endpoint } from "../endpoint";
import { instantSchema, wrongType } from "../fields";
import {
  editionRoundQuery,
  projectListQuerySchema,
  scoringTimes,
  stillToCome,
  workCountsSchema,
} from "./evaluation-schemas";
import { readerTermsSchema, termsSchema } from "./invitation";
import { resultsInAnswer, roundInAnswer } from "./rounds";

/*
 * Endpoints of the evaluator's workspace: the list of editions, the previous and next project in the list, the next
 * project to read, and the evaluation record.
 */

export const evaluationWorkSchema = z
  .object({
    edition: z.number().int(),
    /**
     * Round of this list entry. Null in an additional first entry of an edition in which only juries without the caller
     * can score now. The page needs this entry to show that evaluators can score, but the caller cannot.
     */
    ...roundInAnswer,
    ...resultsInAnswer,
    closed: z.boolean(),
    closed_at: instantSchema.nullable(),
    /** Hash of the evaluation record; null while the evaluation is open. */
    sha256: z.string().nullable(),
    ...scoringTimes,
    ...stillToCome,
    counts: workCountsSchema,
  })
  .meta({ id: "EvaluationWork" });
export type EvaluationWork = z.infer<typeof evaluationWorkSchema>;

export const listEvaluations = endpoint({
  name: "listEvaluations",
  method: "GET",
  path: "wp/v2/projects_evaluations",
  summary: "The editions with something to evaluate, the newest first, and how far the caller is",
  access: "evaluator",
  answer: { status: 200, json: z.object({ evaluations: z.array(evaluationWorkSchema) }) },
});

export const getEvaluationRecord = endpoint({
  name: "getEvaluationRecord",
  method: "GET",
  path: "wp/v2/projects_evaluations/record",
  summary: "The caller's record of a closing, byte for byte what its SHA-256 was made of",
  access: "evaluator",
  query: editionRoundQuery,
  answer: { status: 200, bytes: "application/json" },
  errors: ["evaluation_not_closed", "invalid_fields", "not_found"],
});

/**
 * Languages, sectors and conflicts of interest that an evaluator stated, and whether the evaluator can still change
 * them.
 */
export const evaluatorTermsSchema = termsSchema
  .extend({
    edition: z.int(),
    /**
     * Whether the evaluator can still change the stated languages, sectors and conflicts of interest. Changes end when
     * the evaluator closes the evaluation, and at the latest when the round's evaluation ends.
     */
    open: z.boolean(),
    /** End of the evaluation; null if it is unknown. */
    until: instantSchema.nullable(),
  })
  .meta({ id: "EvaluatorTerms" });
export type EvaluatorTerms = z.infer<typeof evaluatorTermsSchema>;

export const getMyTerms = endpoint({
  name: "getMyTerms",
  method: "GET",
  path: "wp/v2/projects_evaluations/terms",
  summary: "The languages, sectors and conflicts that the caller stated for the current edition",
  access: "evaluator",
  answer: { status: 200, json: evaluatorTermsSchema },
  errors: ["not_found"],
});

export const saveMyTerms = endpoint({
  name: "saveMyTerms",
  method: "POST",
  path: "wp/v2/projects_evaluations/terms",
  summary: "State other languages, sectors and conflicts; possible until the evaluation ends",
  access: "evaluator",
  body: readerTermsSchema,
  answer: { status: 200, json: evaluatorTermsSchema },
  errors: ["evaluation_closed", "invalid_fields", "not_found"],
});

const projectNameSchema = z.object({ id: z.string(), nome: z.string() });
export type ProjectName = z.infer<typeof projectNameSchema>;

export const neighboursQuerySchema = projectListQuerySchema.omit({
  edition: true,
  page: true,
  per_page: true,
});

export const getNeighbours = endpoint({
  name: "getNeighbours",
  method: "GET",
  path: "wp/v2/projects/{id}/neighbours",
  summary: "Where a project stands in the filtered and sorted list, what is before and after it",
  access: "evaluator",
  query: neighboursQuerySchema,
  answer: {
    status: 200,
    json: z.object({
      /**
       * Position of the project in the list, starting at 1. The list contains this project even if the project no
       * longer matches the filters.
       */
      place: z.number().int(),
      total: z.number().int(),
      previous: projectNameSchema.nullable(),
      next: projectNameSchema.nullable(),
      /**
       * Whether `place` is the position in the filtered list. If no project matches the filters, the value is false,
       * and `place` is the position in the unfiltered list.
       */
      filtered: z.boolean(),
      counts: workCountsSchema,
    }),
  },
  errors: ["invalid_fields", "not_found"],
});

export const getNextProject = endpoint({
  name: "getNextProject",
  method: "GET",
  path: "wp/v2/projects/next",
  summary: "The project with the fewest complete evaluations among those the caller has to score",
  access: "evaluator",
  query: editionRoundQuery.extend({
    /** Project that the caller viewed last. The response never returns this project. */
    after: z.uuid(wrongType).optional(),
  }),
  answer: {
    status: 200,
    json: z.object({
      project: projectNameSchema.nullable(),
      /**
       * Number of projects that the caller must still score, without the project in the query parameter `after`.
       */
      remaining: z.number().int(),
    }),
  },
  errors: ["invalid_fields", "not_found"],
});

/** Register these routes before projects/{id}, which would otherwise read a part of their paths as a project's id. */
export const evaluationWorkEndpoints = [
  getNextProject,
  listEvaluations,
  getEvaluationRecord,
  getNeighbours,
  getMyTerms,
  saveMyTerms,
] as const;
