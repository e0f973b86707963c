import { z } from "zod";
import { type AnswerOf, endpoint } from "../endpoint";
import { editionQuery } from "../evaluation/evaluation-schemas";
import { instantSchema, line } from "../fields";
import { LANGUAGES } from "../languages";

/* How the jury is getting on: how much everybody has read, never what they think of it (rule staff.blind). */

/** Where an evaluator stands, from an invitation nobody has followed yet to a closed evaluation. */
export const EVALUATOR_STATES = ["invited", "to_begin", "on_time", "late", "closed"] as const;
export type EvaluatorState = (typeof EVALUATOR_STATES)[number];

export const evaluatorsQuerySchema = editionQuery.extend({
  state: z.enum(EVALUATOR_STATES, { error: "invalid_choice" }).optional(),
  /** Words of the name or the address, all of which have to be found. */
  search: line().optional(),
});
export type EvaluatorsQuery = z.input<typeof evaluatorsQuerySchema>;

/**
 * How many of the jury have to have begun before the readings of projects are shown: before, they would tell what a single
 * person has read.
 */
export const READINGS_SHOWN_FROM = 3;

const evaluatorSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    language: z.enum(LANGUAGES),
    state: z.enum(EVALUATOR_STATES),
    /** Projects with all scores or a recusal; of those the recusals, by rule or by hand. */
    read: z.int(),
    recused: z.int(),
    /** Whether anything has been given at all. */
    begun: z.boolean(),
    /** When they would have read everything if they go on as so far; null where that cannot be said. */
    finishes_at: instantSchema.nullable(),
    /** The last time they were here; null: never. */
    seen_at: instantSchema.nullable(),
    /** Until when the link of an invitation works; null where none is open. */
    link_until: instantSchema.nullable(),
    closed_at: instantSchema.nullable(),
  })
  .meta({ id: "Evaluator" });
export type EvaluatorRow = z.infer<typeof evaluatorSchema>;

export const listEvaluators = endpoint({
  name: "listEvaluators",
  method: "GET",
  path: "wp/v2/staff/evaluators",
  summary:
    "The jury of an edition: who has read how much, against the calendar, and how often projects were read",
  access: "staff",
  query: evaluatorsQuerySchema,
  answer: {
    status: 200,
    json: z.object({
      edition: z.int(),
      /** Sent projects: what each has to read. */
      projects: z.int(),
      evaluators: z.array(evaluatorSchema),
      /** Of the whole jury, whatever was asked for. */
      counts: z.object({
        all: z.int(),
        accepted: z.int(),
        begun: z.int(),
        states: z.record(z.enum(EVALUATOR_STATES), z.int()),
      }),
      pace: z.object({
        from: instantSchema.nullable(),
        until: instantSchema.nullable(),
        /** How many projects the calendar has got to; null while nobody can be late: no last day, or applications open. */
        expected: z.int().nullable(),
        /** Percent of the time that is over, and of all readings that are done. */
        time: z.int().nullable(),
        read: z.int(),
      }),
      /** How many projects have been read and scored by so many, from none on without gaps. */
      readings: z.array(z.object({ readings: z.int(), projects: z.int() })),
      /** As many readings as each project is to have, and how many projects have fewer. */
      wanted: z.int(),
      below: z.int(),
    }),
  },
  errors: ["invalid_fields", "not_found"],
});

/** The jury as it is shown: the rows that were asked for, and the figures of all. */
export type Jury = AnswerOf<typeof listEvaluators>;

export const evaluatorEndpoints = [listEvaluators] as const;
