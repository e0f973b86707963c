import { z } from "zod";
import { type AnswerOf, endpoint } from "../endpoint";
import {
  criteriaSchema,
  criterionMeansSchema,
  editionQuery,
  editionRoundQuery,
  yearSchema,
} from "../evaluation/evaluation-schemas";
import { DECISION_OUTCOMES, STAGE_IDS } from "../evaluation/funnel";
import { releaseDetailsSchema, releaseDetailsShape } from "../evaluation/release-details";
import { roundInBody } from "../evaluation/rounds";
import { instantSchema, line } from "../fields";
import { LANGUAGES } from "../languages";
import { exportAnswer, exportOptions, exportRows } from "./export-options";
import { mailPreviewSchema } from "./mail-preview";
import { action, BULK, CHOSEN_MAX, pendingApprovalSchema } from "./preview";
import { roundStripInAnswer } from "./rounds";

/*
 * The selection of winners. Until all evaluators have closed their evaluations, responses contain only counts, for
 * example of closed evaluations. Later responses contain the ranking and the decisions.
 */

const count = z.int().min(0);

/**
 * Minimum number of closed evaluations before a director can open the ranking early. With fewer, the ranking
 * would reveal the scores of individual evaluators.
 */
export const CLOSED_BEFORE_OPENING = 3;

const decisionSchema = z.object({
  stage: z.enum(STAGE_IDS),
  outcome: z.enum(DECISION_OUTCOMES),
  released: z.boolean(),
  correction: z.boolean(),
});

export const selectionRowSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    person: z.string(),
    /** Rank that decides the selection; null for a project without scores. */
    rank: z.int().nullable(),
    calibrated: z.number().nullable(),
    mean: z.number().nullable(),
    spread: z.number().nullable(),
    readings: count,
    criteria: criterionMeansSchema,
    /** Stages of the selection for which the project is eligible and has no decision yet. */
    eligible: z.array(z.enum(STAGE_IDS)),
    decisions: z.array(decisionSchema),
    /** True if all evaluators are recused from the project, so that no evaluator can read it. */
    unreadable: z.boolean(),
    /**
     * Means of a project in a ranking that combines two rounds: the mean of this round, the mean of the earlier round,
     * and the combined mean that decides the selection. Absent if only this round decides the ranking.
     */
    blended: z
      .object({
        own: z.number().nullable(),
        before: z.number().nullable(),
        value: z.number().nullable(),
      })
      .optional(),
  })
  .meta({ id: "SelectionRow" });
export type SelectionRow = z.infer<typeof selectionRowSchema>;

const stageSchema = z.object({
  stage: z.enum(STAGE_IDS),
  /** Number of the round that decides the stage; absent if the edition has only one round. */
  round: z.int().optional(),
  /** Present if the round that decides the stage gives feedback to applicants who are not selected. */
  feedback: z.literal(true).optional(),
  places: count,
  /**
   * Number of selected projects. `released` counts decisions that applicants see. `planned` counts unreleased
   * decisions, which only staff see.
   */
  released: count,
  planned: count,
  released_at: instantSchema.nullable(),
  /**
   * Tie at the stage's last place: the projects that share this place's rank are more than the free places (`free`).
   * Null without a tie.
   */
  tie: z.object({ ids: z.array(z.string()), free: count, value: z.number().nullable() }).nullable(),
  /** Number of decisions that a release would publish now. */
  pending: count,
  /** Pending approval of a release of decisions. */
  proposed: pendingApprovalSchema.nullable(),
  /**
   * Place, time, and sentence that a release adds to the emails of selected projects. The details belong to the release
   * that waits for approval. If none waits, they belong to the last release that had details. Null without details.
   */
  details: releaseDetailsSchema.nullable(),
});
export type SelectionStage = z.infer<typeof stageSchema>;

/**
 * The ranking with its decisions. In a large edition, `rows` is large, so the back end caches `rows` as JSON text.
 */
export const resultsSchema = z.object({
  /** Evaluators whose evaluation record no longer matches its hash, because the database was manipulated. */
  altered: z.array(z.string()),
  /** Weights of the criteria in all totals, taken from the latest evaluation record. */
  criteria: criteriaSchema,
  recomputed: count,
  stages: z.array(stageSchema),
  rows: z.array(selectionRowSchema),
});
export type Results = z.infer<typeof resultsSchema>;

export const selectionSchema = z
  .object({
    edition: z.int(),
    ...roundStripInAnswer,
    /** True for the current edition. Staff can change only the current edition's selection. */
    current: z.boolean(),
    projects: count,
    evaluators: count,
    closed: count,
    /** Time when a director opened the ranking early; null otherwise. */
    opened_at: instantSchema.nullable(),
    /** Results of the selection; null until all evaluators have closed or a director opens the ranking early. */
    results: resultsSchema.nullable(),
  })
  .meta({ id: "Selection" });
export type Selection = z.infer<typeof selectionSchema>;

export const getSelection = endpoint({
  name: "getSelection",
  method: "GET",
  path: "wp/v2/staff/selection",
  summary: "The ranking with its lines and what was decided, once everybody has closed",
  access: "staff",
  query: editionRoundQuery,
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
  query: editionRoundQuery.extend({
    /** Filter: only projects with a decision about this selection stage. */
    stage: z.enum(STAGE_IDS, choice).optional(),
    /** Filter: only projects with this decision about the selection stage in `stage`. */
    outcome: z.enum(DECISION_OUTCOMES, choice).optional(),
    ...exportOptions,
    rows: exportRows,
  }),
  answer: exportAnswer,
  errors: ["invalid_fields", "not_found", "jury_not_closed", "proof_required", "key_required"],
});

const ids = z
  .array(z.uuid(choice), { error: "invalid_type" })
  .min(1, { error: "too_few" })
  .max(CHOSEN_MAX, { error: "too_many" });
const about = { edition: yearSchema, stage: z.enum(STAGE_IDS, choice) };
const outcome = z.enum(DECISION_OUTCOMES, choice);
const errors = ["jury_not_closed"] as const;
/** Only a director can run irreversible actions of the selection, and must confirm them with a passkey. */
const WEIGHTY = { access: "director", confirm: { step: "key" }, errors } as const;

export const selectProjects = action({
  name: "selectProjects",
  path: "wp/v2/staff/selection/decisions",
  summary:
    "Plan who goes on to a stage, or who is left out: nobody learns of it before it is released",
  confirm: BULK,
  input: {
    ...about,
    /**
     * Projects to select: by id (`ids`), or from the top of the ranking (`top`). With `top`, the action selects
     * projects until the stage has this number of selected projects.
     */
    pick: z.union([z.strictObject({ ids }), z.strictObject({ top: z.int().min(1) })], {
      error: "invalid_type",
    }),
    outcome,
  },
  errors,
});

export const undoDecisions = action({
  name: "undoDecisions",
  path: "wp/v2/staff/selection/undoing",
  summary: "Take decisions back that only staff know of: of these projects, or all of a stage",
  confirm: { step: "typed" },
  input: { ...about, ids: ids.optional() },
  errors,
});

export const correctDecisions = action({
  name: "correctDecisions",
  path: "wp/v2/staff/selection/corrections",
  summary: "Plan another outcome than the one that was released, secret until it is released too",
  ...WEIGHTY,
  input: { ...about, ids, outcome },
});

export const releaseDecisions = action({
  name: "releaseDecisions",
  path: "wp/v2/staff/selection/releases",
  summary: "Tell everybody concerned about one stage, at once and for ever",
  ...WEIGHTY,
  confirm: { step: "key", second: "release" },
  input: { ...about, ...releaseDetailsShape },
});

export const openRankingEarly = action({
  name: "openRankingEarly",
  path: "wp/v2/staff/selection/opening",
  summary: "Let staff read the ranking although not everybody has closed",
  ...WEIGHTY,
  input: { edition: yearSchema, ...roundInBody },
});

/** Query parameters that select one decision email of a release, to preview this email. */
const oneMail = {
  /** Previews only emails of this template and language. The default is the first template. */
  template: line().optional(),
  language: z.enum(LANGUAGES, choice).optional(),
  /** Position of the previewed email among the emails of this template and language, from 1. */
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
    ...releaseDetailsShape,
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
      /** Preview of the email at the requested position; null if there is none. */
      mail: mailPreviewSchema.nullable(),
      of: count,
      /**
       * Recipients of this release whose previous email was rejected by a mail server, so the decision email will
       * probably be rejected too.
       */
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
  body: z.object({ ...about, ...oneMail, ...releaseDetailsShape }),
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
