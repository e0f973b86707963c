import { z } from "zod";
import { type AnswerOf, endpoint } from "../endpoint";
import { editionRoundQuery } from "../evaluation/evaluation-schemas";
import { capacitySchema, readerTermsSchema } from "../evaluation/invitation";
import { roundInBody } from "../evaluation/rounds";
import { emailSchema, instantSchema, languageSchema, line, requiredLine } from "../fields";
import { LANGUAGES } from "../languages";
import { exportAnswer, exportOptions } from "./export-options";
import { action, BULK, CHOSEN_MAX, selectionOf } from "./preview";
import { roundStripInAnswer } from "./rounds";

/* Progress of the jury: numbers of read projects, never scores (rule staff.blind). */

/** States of an evaluator, from an open, expired, or declined invitation to the closed evaluation. */
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
/**
 * Reports whether a person in this state belongs to the jury. A person who has not accepted the invitation does not
 * (rule evaluation.invited).
 */
export const isOnJury = (state: EvaluatorState) =>
  state !== "invited" && state !== "unanswered" && state !== "declined";

/**
 * Groups by which staff filter the jury:
 * - `accepted`: people who accepted the invitation.
 * - `working`: evaluators who have begun to evaluate and have not closed their evaluation.
 * - `conflicts`: evaluators with a conflict of interest, which they stated, for which they recused themselves, or which
 * a rule found.
 */
export const EVALUATOR_GROUPS = ["accepted", "working", "conflicts"] as const;
export type EvaluatorGroup = (typeof EVALUATOR_GROUPS)[number];

/** Reports whether an evaluator belongs to one of the groups by which staff filter the jury. */
export function isInGroup(
  group: EvaluatorGroup,
  { state, begun, hasConflict }: { state: EvaluatorState; begun: boolean; hasConflict: boolean },
): boolean {
  const belongs = { accepted: true, working: begun && state !== "closed", conflicts: hasConflict };
  return isOnJury(state) && belongs[group];
}

/**
 * Kinds of conflicts of interest between an evaluator and a project. `stated`: the evaluator named the project or its
 * organisation. `recused`: the evaluator is recused. `rule`: a rule found the conflict. Lists never contain the reasons
 * of recusals.
 */
export const JURY_CONFLICTS = ["stated", "recused", "rule"] as const;
export type JuryConflict = (typeof JURY_CONFLICTS)[number];

export const evaluatorsQuerySchema = editionRoundQuery.extend({
  state: z.enum([...EVALUATOR_STATES, ...EVALUATOR_GROUPS], { error: "invalid_choice" }).optional(),
  /** Search words. Each word must occur in the person's name or email address. */
  search: line().optional(),
});

const evaluatorSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    language: z.enum(LANGUAGES),
    state: z.enum(EVALUATOR_STATES),
    /**
     * Number of projects that the evaluator must read. If the round has an assignment plan
     * (contract/staff/assignment.ts), the number of assigned projects; otherwise the number of projects that the
     * evaluator agreed to read. Projects with a recusal or a conflict of interest do not count.
     */
    total: z.int(),
    /** Number of projects for which the evaluator gave all scores. `recused` counts recusals, automatic or declared. */
    read: z.int(),
    recused: z.int(),
    /** True if the evaluator has given a score or declared a recusal. */
    begun: z.boolean(),
    /** Estimated time when the evaluator finishes all projects at the current pace; null if unknown. */
    finishes_at: instantSchema.nullable(),
    /** Last time when the evaluator used a session or changed an evaluation; null if never. */
    seen_at: instantSchema.nullable(),
    /** Times of the last invitation and of the person's answer; each is null if there is none. */
    invited_at: instantSchema.nullable(),
    answered_at: instantSchema.nullable(),
    /** Expiry of the invitation's link; null without an open invitation. */
    link_until: instantSchema.nullable(),
    /** Agreed maximum number of projects for the evaluator; null for no maximum. */
    capacity: z.int().nullable(),
    /**
     * Languages, sectors and conflicts of interest that the person stated in the answer to the invitation or later.
     */
    ...readerTermsSchema.shape,
    /**
     * Projects with which the evaluator has a conflict of interest, ordered by name. `conflicts` contains the names of
     * organisations and projects that the evaluator stated.
     */
    conflict_projects: z.array(
      z.object({ id: z.string(), name: z.string(), kind: z.enum(JURY_CONFLICTS) }),
    ),
    /** Reason that the person gave for declining the invitation. */
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
      ...roundStripInAnswer,
      /** True for the current edition. Staff can change only the current edition's jury. */
      current: z.boolean(),
      /** Number of projects in the round. */
      projects: z.int(),
      evaluators: z.array(evaluatorSchema),
      /** Counts of all evaluators, regardless of the filter. */
      counts: z.object({
        all: z.int(),
        accepted: z.int(),
        begun: z.int(),
        states: z.record(z.enum(EVALUATOR_STATES), z.int()),
        working: z.int(),
        conflicts: z.int(),
      }),
      pace: z.object({
        from: instantSchema.nullable(),
        until: instantSchema.nullable(),
        /**
         * Number of projects that an evaluator should have read by now, if the evaluator must read all projects of the
         * round. Null while no evaluator can be late: the evaluation has no end, or applications can still be sent.
         */
        expected: z.int().nullable(),
        /**
         * Percentages: how much of the evaluation period has elapsed (`time`), and how many of the readings are
         * finished (`read`).
         */
        time: z.int().nullable(),
        read: z.int(),
      }),
      /**
       * For each number of readings (0, 1, 2, …, without gaps), the number of projects with this number of readings.
       */
      readings: z.array(z.object({ readings: z.int(), projects: z.int() })),
      /** Number of readings that each project should have, and number of projects with fewer readings. */
      wanted: z.int(),
      below: z.int(),
      /** Number of readings that the projects still need, and how many of these the current jury can do. */
      missing: z.int(),
      possible: z.int(),
      /**
       * Whether a low number of readings is still normal, and until when. `normal_until` is null if the end is unknown
       * (rule staff.readings).
       */
      normal: z.boolean(),
      normal_until: instantSchema.nullable(),
    }),
  },
  errors: ["invalid_fields", "not_found"],
});

export const exportEvaluators = endpoint({
  name: "exportEvaluators",
  method: "GET",
  path: "wp/v2/staff/evaluators/export",
  summary: "The same evaluators as a table, without any score",
  access: "staff",
  query: evaluatorsQuerySchema.extend(exportOptions),
  answer: exportAnswer,
  errors: ["invalid_fields", "not_found", "proof_required", "key_required"],
});

/** Response with the requested evaluators, and the counts of all evaluators. */
export type Jury = AnswerOf<typeof listEvaluators>;

const act = { ...roundInBody, selection: selectionOf(evaluatorsQuerySchema) };

/** Person to invite as an evaluator. */
export const invitedSchema = z.object({
  first_name: requiredLine(),
  last_name: line(),
  email: emailSchema,
  language: languageSchema,
  capacity: capacitySchema.nullable(),
});
export type InvitedPerson = z.infer<typeof invitedSchema>;

export const inviteEvaluators = action({
  name: "inviteEvaluators",
  path: "wp/v2/staff/evaluators/invitations",
  summary: "Ask some people to evaluate the current edition, on the jury of a round",
  confirm: BULK,
  input: {
    ...roundInBody,
    people: z
      .array(invitedSchema)
      .min(1, { error: "too_few" })
      .max(CHOSEN_MAX, { error: "too_many" }),
  },
});

export const inviteAgain = action({
  name: "inviteAgain",
  path: "wp/v2/staff/evaluators/invitations/again",
  summary: "Send their invitation again to some who have not answered",
  confirm: BULK,
  input: act,
});

export const remindEvaluators = action({
  name: "remindEvaluators",
  path: "wp/v2/staff/evaluators/reminders",
  summary: "Remind some evaluators now of what they have not read",
  confirm: BULK,
  input: act,
});

export const setCapacities = action({
  name: "setCapacities",
  path: "wp/v2/staff/evaluators/capacities",
  summary: "Agree with some evaluators on how many projects they read at most",
  confirm: BULK,
  input: { ...act, capacity: capacitySchema.nullable() },
});

export const dismissEvaluators = action({
  name: "dismissEvaluators",
  path: "wp/v2/staff/evaluators/dismissals",
  summary: "Take some off the jury, or their invitation back",
  confirm: BULK,
  input: act,
});

export const reopenEvaluation = action({
  name: "reopenEvaluation",
  path: "wp/v2/staff/evaluators/{id}/reopening",
  summary: "Open a closed evaluation again; its record is kept",
  access: "director",
  confirm: { step: "key" },
  input: roundInBody,
});

export const evaluatorEndpoints = [
  listEvaluators,
  exportEvaluators,
  inviteEvaluators,
  inviteAgain,
  remindEvaluators,
  setCapacities,
  dismissEvaluators,
  reopenEvaluation,
] as const;
