import { z } from "zod";
import { type AnswerOf, endpoint } from "../endpoint";
import {
  criteriaSchema,
  criterionMeansSchema,
  editionQuery,
  yearSchema,
} from "../evaluation/evaluation-schemas";
import { DECISION_OUTCOMES, FUNNEL_STAGE_IDS } from "../evaluation/funnel";
import { instantSchema, line } from "../fields";
import { LANGUAGES } from "../languages";
import { mailSheetSchema } from "./mail-sheet";
import { actBody, BULK, CHOSEN_MAX, planSchema, proposedActSchema } from "./plan";

/*
 * The selection: before everybody has closed only how many still have to, afterwards the ranking with what was decided.
 */

const count = z.int().min(0);

/** How many have to have closed before a director may open the ranking early: of fewer it would tell what single people think. */
export const CLOSED_BEFORE_OPENING = 3;

const decisionSchema = z.object({
  stage: z.enum(FUNNEL_STAGE_IDS),
  outcome: z.enum(DECISION_OUTCOMES),
  released: z.boolean(),
  correction: z.boolean(),
});

export const selectionRowSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    person: z.string(),
    /** By the order that decides; null where nobody has scored it. */
    rank: z.int().nullable(),
    calibrated: z.number().nullable(),
    mean: z.number().nullable(),
    spread: z.number().nullable(),
    readings: count,
    criteria: criterionMeansSchema,
    /** Stages it may still be decided about, by the rules. */
    eligible: z.array(z.enum(FUNNEL_STAGE_IDS)),
    decisions: z.array(decisionSchema),
    /** Everybody is recused from it: nobody may read it. */
    unreadable: z.boolean(),
  })
  .meta({ id: "SelectionRow" });
export type SelectionRow = z.infer<typeof selectionRowSchema>;

const stageSchema = z.object({
  stage: z.enum(FUNNEL_STAGE_IDS),
  places: count,
  /** Selected and standing: known to everybody, and known to staff alone. */
  released: count,
  planned: count,
  released_at: instantSchema.nullable(),
  /** Equals who come next, for whom the places left are too few. */
  tie: z.object({ ids: z.array(z.string()), free: count, value: z.number().nullable() }).nullable(),
  /** How many decisions a release would tell now. */
  pending: count,
  /** A release that waits for a second person. */
  proposed: proposedActSchema.nullable(),
});
export type SelectionStage = z.infer<typeof stageSchema>;

export const selectionSchema = z
  .object({
    edition: z.int(),
    /** The edition whose selection can be acted upon. */
    current: z.boolean(),
    projects: count,
    evaluators: count,
    closed: count,
    /** When a director opened the ranking early; null where nobody has. */
    opened_at: instantSchema.nullable(),
    /** Null before everybody has closed, or it was opened early. */
    results: z
      .object({
        /** Whose closed evaluation has another fingerprint than when it was closed: somebody has changed the database. */
        altered: z.array(z.string()),
        /** As in the ranking's `method`. */
        criteria: criteriaSchema,
        recomputed: count,
        stages: z.array(stageSchema),
        rows: z.array(selectionRowSchema),
      })
      .nullable(),
  })
  .meta({ id: "Selection" });
export type Selection = z.infer<typeof selectionSchema>;
export type Results = NonNullable<Selection["results"]>;

export const getSelection = endpoint({
  name: "getSelection",
  method: "GET",
  path: "wp/v2/staff/selection",
  summary: "The ranking with its lines and what was decided, once everybody has closed",
  access: "staff",
  query: editionQuery,
  answer: { status: 200, json: selectionSchema },
  errors: ["invalid_fields", "not_found"],
});

const choice = { error: "invalid_choice" } as const;

export const exportSelection = endpoint({
  name: "exportSelection",
  method: "GET",
  path: "wp/v2/staff/selection/export",
  summary: "The same ranking as a table with what is decided, or what is decided about one stage",
  access: "staff",
  query: editionQuery.extend({ stage: z.enum(FUNNEL_STAGE_IDS, choice).optional() }),
  answer: { status: 200, bytes: "text/csv; charset=utf-8", headers: ["X-WP-Total"] },
  errors: ["invalid_fields", "not_found", "jury_not_closed", "proof_required", "key_required"],
});

const ids = z
  .array(z.uuid(choice), { error: "invalid_type" })
  .min(1, { error: "too_few" })
  .max(CHOSEN_MAX, { error: "too_many" });
const about = { edition: yearSchema, stage: z.enum(FUNNEL_STAGE_IDS, choice) };
const outcome = z.enum(DECISION_OUTCOMES, choice);
const answer = { status: 200, json: planSchema } as const;
const errors = [
  "invalid_fields",
  "not_found",
  "jury_not_closed",
  "plan_changed",
  "act_refused",
] as const;
/** What nobody can take back asks for a key, and for a director. */
const WEIGHTY = {
  access: "director",
  proof: "key",
  confirm: { step: "key" },
  errors: [...errors, "proof_required", "key_required"],
} as const;

export const selectProjects = endpoint({
  name: "selectProjects",
  method: "POST",
  path: "wp/v2/staff/selection/decisions",
  summary:
    "Plan who goes on to a stage, or who is left out: nobody learns of it before it is released",
  access: "staff",
  confirm: BULK,
  body: actBody({
    ...about,
    /** These, or the first of the ranking, as many as are selected in all. */
    pick: z.union([z.strictObject({ ids }), z.strictObject({ top: z.int().min(1) })], {
      error: "invalid_type",
    }),
    outcome,
  }),
  answer,
  errors,
});

export const undoDecisions = endpoint({
  name: "undoDecisions",
  method: "POST",
  path: "wp/v2/staff/selection/undoing",
  summary: "Take decisions back that only staff know of: of these projects, or all of a stage",
  access: "staff",
  confirm: { step: "typed" },
  body: actBody({ ...about, ids: ids.optional() }),
  answer,
  errors,
});

export const correctDecisions = endpoint({
  name: "correctDecisions",
  method: "POST",
  path: "wp/v2/staff/selection/corrections",
  summary: "Plan another outcome than the one that was released, secret until it is released too",
  ...WEIGHTY,
  body: actBody({ ...about, ids, outcome }),
  answer,
});

export const releaseDecisions = endpoint({
  name: "releaseDecisions",
  method: "POST",
  path: "wp/v2/staff/selection/releases",
  summary: "Tell everybody concerned about one stage, at once and for ever",
  ...WEIGHTY,
  confirm: { step: "key", second: "release" },
  body: actBody(about),
  answer,
});

export const openRankingEarly = endpoint({
  name: "openRankingEarly",
  method: "POST",
  path: "wp/v2/staff/selection/opening",
  summary: "Let staff read the ranking although not everybody has closed",
  ...WEIGHTY,
  body: actBody({ edition: yearSchema }),
  answer,
});

/** Which of the mails of a release is looked at. */
const oneMail = {
  /** Of one kind and language only; the first there is, where nothing is said. */
  template: line().optional(),
  language: z.enum(LANGUAGES, choice).optional(),
  /** Which of those, from 1 on. */
  place: z.coerce.number({ error: "invalid_type" }).int(choice).min(1, choice).default(1),
};

export const listDecisionMails = endpoint({
  name: "listDecisionMails",
  method: "GET",
  path: "wp/v2/staff/selection/mails",
  summary:
    "The mails that a release would send: how many of each kind, and one as its recipient gets it",
  access: "staff",
  query: editionQuery.extend({
    stage: about.stage,
    ...oneMail,
  }),
  answer: {
    status: 200,
    json: z.object({
      kinds: z.array(
        z.object({
          template: z.string(),
          outcome,
          count,
          languages: z.array(z.object({ language: z.enum(LANGUAGES), count })),
          subject: z.string(),
        }),
      ),
      /** The mail at that place of those asked for; null where there is none. */
      mail: mailSheetSchema.nullable(),
      of: count,
      /** Whose last mail was refused. */
      refused: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  },
  errors: ["invalid_fields", "not_found", "jury_not_closed"],
});
export type DecisionMails = AnswerOf<typeof listDecisionMails>;

export const sendDecisionMailToMe = endpoint({
  name: "sendDecisionMailToMe",
  method: "POST",
  path: "wp/v2/staff/selection/mails",
  summary: "Send one of those mails to the caller, as its recipient would get it",
  access: "staff",
  body: z.object({ ...about, ...oneMail }),
  answer: { status: 200, json: z.object({ to: z.string() }) },
  errors: ["invalid_fields", "not_found", "jury_not_closed"],
});

export const selectionEndpoints = [
  getSelection,
  exportSelection,
  selectProjects,
  undoDecisions,
  correctDecisions,
  releaseDecisions,
  openRankingEarly,
  listDecisionMails,
  sendDecisionMailToMe,
] as const;
