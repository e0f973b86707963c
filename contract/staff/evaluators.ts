import { z } from "zod";
import { type AnswerOf, endpoint } from "../endpoint";
import { editionQuery } from "../evaluation/evaluation-schemas";
import { capacitySchema } from "../evaluation/invitation";
import { emailSchema, instantSchema, languageSchema, line, requiredLine } from "../fields";
import { LANGUAGES } from "../languages";
import { actBody, BULK, CHOSEN_MAX, planSchema, selectionOf } from "./plan";

/* How the jury is getting on: how much everybody has read, never what they think of it (rule staff.blind). */

/** Where an evaluator stands, from an invitation (open, run out, answered with a no) to a closed evaluation. */
export const EVALUATOR_STATES = [
  "invited",
  "unanswered",
  "declined",
  "to_begin",
  "on_time",
  "late",
  "closed",
] as const;
export type EvaluatorState = (typeof EVALUATOR_STATES)[number];
/** Whether somebody in this state evaluates: whoever has not said yes is asked, and no more (rule evaluation.invited). */
export const isOnJury = (state: EvaluatorState) =>
  state !== "invited" && state !== "unanswered" && state !== "declined";

export const evaluatorsQuerySchema = editionQuery.extend({
  state: z.enum(EVALUATOR_STATES, { error: "invalid_choice" }).optional(),
  /** Words of the name or the address, all of which have to be found. */
  search: line().optional(),
});
export type EvaluatorsQuery = z.input<typeof evaluatorsQuerySchema>;

const evaluatorSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    language: z.enum(LANGUAGES),
    state: z.enum(EVALUATOR_STATES),
    /** How many are theirs to read: all, unless a plan gives them some (contract/staff/assignment.ts). */
    total: z.int(),
    /** Projects with all scores or a recusal; of those the recusals, by rule or by hand. */
    read: z.int(),
    recused: z.int(),
    /** Whether anything has been given at all. */
    begun: z.boolean(),
    /** When they would have read everything if they go on as so far; null where that cannot be said. */
    finishes_at: instantSchema.nullable(),
    /** The last time they were here; null: never. */
    seen_at: instantSchema.nullable(),
    /** When they were asked last, and answered; null where they were not, or have not. */
    invited_at: instantSchema.nullable(),
    answered_at: instantSchema.nullable(),
    /** Until when the link of an invitation works; null where none is open. */
    link_until: instantSchema.nullable(),
    /** At most so many projects, as agreed; null: all. */
    capacity: z.int().nullable(),
    /** Why not, in their own words. */
    words: z.string(),
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
      /** The edition whose jury can be changed. */
      current: z.boolean(),
      /** Sent projects. */
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
        /** How many of all projects the calendar has got to; null while nobody can be late: no last day, or applications open. */
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
      /** Whether that is normal still, and until when; the instant is null where nobody knows it (rule staff.readings). */
      normal: z.boolean(),
      normal_until: instantSchema.nullable(),
    }),
  },
  errors: ["invalid_fields", "not_found"],
});

/** The jury as it is shown: the rows that were asked for, and the figures of all. */
export type Jury = AnswerOf<typeof listEvaluators>;

const act = { selection: selectionOf(evaluatorsQuerySchema) };
const answer = { status: 200, json: planSchema } as const;
const errors = ["invalid_fields", "not_found", "plan_changed", "act_refused"] as const;

/** Somebody to invite. */
export const invitedSchema = z.object({
  first_name: requiredLine(),
  last_name: line(),
  email: emailSchema,
  language: languageSchema,
  capacity: capacitySchema.nullable(),
});
export type InvitedPerson = z.infer<typeof invitedSchema>;

export const inviteEvaluators = endpoint({
  name: "inviteEvaluators",
  method: "POST",
  path: "wp/v2/staff/evaluators/invitations",
  summary: "Ask some people to evaluate the current edition",
  access: "staff",
  confirm: BULK,
  body: actBody({
    people: z
      .array(invitedSchema)
      .min(1, { error: "too_few" })
      .max(CHOSEN_MAX, { error: "too_many" }),
  }),
  answer,
  errors,
});

export const inviteAgain = endpoint({
  name: "inviteAgain",
  method: "POST",
  path: "wp/v2/staff/evaluators/invitations/again",
  summary: "Send their invitation again to some who have not answered",
  access: "staff",
  confirm: BULK,
  body: actBody(act),
  answer,
  errors,
});

export const remindEvaluators = endpoint({
  name: "remindEvaluators",
  method: "POST",
  path: "wp/v2/staff/evaluators/reminders",
  summary: "Remind some evaluators now of what they have not read",
  access: "staff",
  confirm: BULK,
  body: actBody(act),
  answer,
  errors,
});

export const setCapacities = endpoint({
  name: "setCapacities",
  method: "POST",
  path: "wp/v2/staff/evaluators/capacities",
  summary: "Agree with some evaluators on how many projects they read at most",
  access: "staff",
  confirm: BULK,
  body: actBody({ ...act, capacity: capacitySchema.nullable() }),
  answer,
  errors,
});

export const dismissEvaluators = endpoint({
  name: "dismissEvaluators",
  method: "POST",
  path: "wp/v2/staff/evaluators/dismissals",
  summary: "Take some off the jury, or their invitation back",
  access: "staff",
  confirm: BULK,
  body: actBody(act),
  answer,
  errors,
});

export const reopenEvaluation = endpoint({
  name: "reopenEvaluation",
  method: "POST",
  path: "wp/v2/staff/evaluators/{id}/reopening",
  summary: "Open a closed evaluation again; its record is kept",
  access: "director",
  proof: "key",
  confirm: { step: "key" },
  body: actBody({}),
  answer,
  errors: [...errors, "proof_required", "key_required"],
});

export const evaluatorEndpoints = [
  listEvaluators,
  inviteEvaluators,
  inviteAgain,
  remindEvaluators,
  setCapacities,
  dismissEvaluators,
  reopenEvaluation,
] as const;
