import { z } from "zod";
import { instantSchema, line, lines, requiredLine, TEXT_MAX, wrongType } from "../fields";
import { LANGUAGES } from "../languages";
import { INDUSTRY, STAGE, TECH, TIPOLOGIA_IMPRESA } from "../project/options";
import { projectSchema } from "../project/project-schemas";
import { renditionStatesSchema } from "../project/renditions";
import { STAGE_IDS } from "./funnel";
import { placesSchema } from "./places-schema";
import { READING_REASONS } from "./reading-kinds";
import { resultsInAnswer, roundInAnswer, roundInBody, roundInQuery } from "./rounds";
import { CRITERIA, SCORE_MAX } from "./weights";

const scoreSchema = z
  .number(wrongType)
  .int({ error: "invalid_type" })
  .min(0, { error: "invalid_choice" })
  .max(SCORE_MAX, { error: "invalid_choice" })
  .nullable();

/** Criteria with their weights in percent. The list contains each evaluation criterion exactly once. */
export const criteriaSchema = z.array(
  z.object({ id: z.enum(CRITERIA.map(({ id }) => id)), weight: z.number().int() }),
);

export const scoresSchema = z.object({
  impact: scoreSchema,
  utility: scoreSchema,
  feasibility: scoreSchema,
  scalability: scoreSchema,
  innovation: scoreSchema,
});

/**
 * Reasons for an automatic recusal, most important first: the evaluator owns the application, or the application
 * contains the evaluator's email address, phone, or name.
 */
export const CONFLICTS = ["own_project", "contact_email", "phone", "name"] as const;

/** Evaluation of one project by one evaluator. */
export const evaluationSchema = z
  .object({
    scores: scoresSchema,
    note: z.string(),
    /** Weighted total of the scores, 0 to 100 with one decimal. Null without all five scores. */
    total: z.number().nullable(),
    version: z.number().int(),
    /** True if the applicant resubmitted the project after the evaluation. */
    outdated: z.boolean(),
    /** Reason of the recusal, from the evaluator or from a rule. Null without a recusal. */
    recusal: z.string().nullable(),
    /** Rule that recuses the evaluator from the project. Absent without a conflict of interest. */
    conflict: z.enum(CONFLICTS).optional(),
  })
  .meta({ id: "Evaluation" });
export type Evaluation = z.infer<typeof evaluationSchema>;

export const EVALUATION_STATES = ["todo", "partial", "scored", "recused"] as const;
export const PROJECT_ORDERS = ["sent_at", "nome", "my_total"] as const;
export const PER_PAGE_MAX = 100;
export const PER_PAGE_DEFAULT = 20;

export const yearSchema = z.coerce
  .number(wrongType)
  .int({ error: "invalid_type" })
  .min(2000, { error: "invalid_year" })
  .max(2999, { error: "invalid_year" });

export const editionQuery = z.object({ edition: yearSchema.optional() });
export const editionRoundQuery = editionQuery.extend(roundInQuery);

const totalSchema = z.coerce
  .number(wrongType)
  .min(0, { error: "invalid_choice" })
  .max(100, { error: "invalid_choice" });

export const projectListQuerySchema = editionRoundQuery.extend({
  page: z.coerce
    .number(wrongType)
    .int({ error: "invalid_type" })
    .min(1, { error: "invalid_choice" })
    .max(100_000, { error: "invalid_choice" })
    .default(1),
  per_page: z.coerce
    .number(wrongType)
    .int({ error: "invalid_type" })
    .min(1, { error: "invalid_choice" })
    .max(PER_PAGE_MAX, { error: "invalid_choice" })
    .default(PER_PAGE_DEFAULT),
  search: line(200).optional(),
  industry: z.enum(INDUSTRY, { error: "invalid_choice" }).optional(),
  stage: z.enum(STAGE, { error: "invalid_choice" }).optional(),
  tipologia_impresa: z.enum(TIPOLOGIA_IMPRESA, { error: "invalid_choice" }).optional(),
  tech: z.enum(TECH, { error: "invalid_choice" }).optional(),
  state: z.enum(EVALUATION_STATES, { error: "invalid_choice" }).optional(),
  /** Filter for projects that were resubmitted after the caller scored them. */
  sent_again: z.enum(["yes"], { error: "invalid_choice" }).optional(),
  /** Filter for scored projects for which the caller has written no feedback to the applicant. */
  feedback: z.enum(["none"], { error: "invalid_choice" }).optional(),
  /** Filter: lowest and highest total that the caller gave, both included. */
  total_from: totalSchema.optional(),
  total_to: totalSchema.optional(),
  orderby: z.enum(PROJECT_ORDERS, { error: "invalid_choice" }).default("sent_at"),
  order: z.enum(["asc", "desc"], { error: "invalid_choice" }).default("desc"),
});
export type ProjectListQuery = z.input<typeof projectListQuerySchema>;

export const projectListItemSchema = z
  .object({
    id: z.string(),
    nome: z.string(),
    idea: z.string(),
    tipologia_impresa: z.string(),
    stage: z.string(),
    industry: z.string(),
    tech: z.string(),
    sent_at: instantSchema,
    evaluation: evaluationSchema.nullable(),
    /** True if the project was resubmitted after the caller scored it (`isResubmitted`). */
    sent_again: z.boolean(),
    /**
     * Why the assignment plan gives this project to the caller. Empty without a plan, and for projects outside the
     * plan.
     */
    assigned_because: z.array(z.enum(READING_REASONS)),
  })
  .meta({ id: "ProjectListItem" });
export type ProjectListItem = z.infer<typeof projectListItemSchema>;

/** Whether evaluators can score: not yet, now, or no longer after the evaluation's end. */
export const SCORING = ["not_yet", "open", "over"] as const;

/** Dates between which evaluators can score, in the list of projects and in each project. */
export const scoringTimes = {
  scoring: z.enum(SCORING),
  /** Start of the evaluation. Null if it opens with the first submission. */
  evaluationOpensAt: instantSchema.nullable(),
  evaluationDeadlineAt: instantSchema.nullable(),
};

/** Response fields that show whether submissions can still arrive or change during the evaluation. */
export const stillToCome = {
  /**
   * The general deadline for applications while it is in the future, else null. Evaluators do not see deadline
   * extensions.
   */
  applicationsUntil: instantSchema.nullable(),
  /** Whether applicants can still submit: before the deadline, in its grace period, or with an extension. */
  projectsMayCome: z.boolean().default(false),
  /** Whether the edition lets applicants edit and resubmit a sent project until the deadline. */
  sentMayChange: z.boolean(),
};

export const workCountsSchema = z.object({
  /** Number of projects in the evaluator's list. */
  total: z.number().int(),
  /**
   * Number of projects that the evaluator agreed to read, including recused projects. Present only if the evaluator's
   * list contains more projects; the evaluator then chooses which to read (rule evaluation.agreed).
   */
  agreed: z.number().int().optional(),
  scored: z.number().int(),
  partial: z.number().int(),
  recused: z.number().int(),
  /** Number of scored and partly scored projects that were resubmitted (`isResubmitted`). */
  sent_again: z.number().int(),
});

export const projectListSchema = z
  .object({
    projects: z.array(projectListItemSchema),
    closed: z.boolean(),
    closed_at: instantSchema.nullable(),
    /** Hash of the evaluation record; null while the evaluation is open. */
    sha256: z.string().nullable(),
    edition: z.number().int(),
    ...roundInAnswer,
    ...resultsInAnswer,
    /** True if the evaluators of the round write texts for applicants; otherwise absent. */
    feedback: z.literal(true).optional(),
    /** True if the evaluators of the round discuss projects; otherwise absent. */
    discussion: z.literal(true).optional(),
    /** Weights of the criteria, with which the totals are calculated. */
    criteria: criteriaSchema,
    ...scoringTimes,
    ...stillToCome,
    /** Counts of the caller's own evaluations in the whole edition, regardless of filters. */
    counts: workCountsSchema,
  })
  .meta({ id: "ProjectList" });
export type ProjectList = z.infer<typeof projectListSchema>;

/**
 * Signs of a possible conflict of interest between an evaluator and a project: the same account, or a shared email
 * domain or phone.
 */
export const HINTS = ["own_project", "email_domain", "phone"] as const;

export const projectForEvaluationSchema = z
  .object({
    id: z.string(),
    /** Receipt number of the submission, such as 2026-000123. */
    number: z.string(),
    edition: z.number().int(),
    ...roundInAnswer,
    /** True if the project is no longer in the round: the caller's scores are kept, but do not count. */
    outside: z.literal(true).optional(),
    /**
     * Signs of a possible conflict of interest between the caller's account and the project. `detail` is the shared
     * email domain, the name of the person with the shared phone number, or the name of the caller's own project.
     */
    hints: z.array(z.object({ kind: z.enum(HINTS), detail: z.string() })),
    sent_at: instantSchema,
    project: projectSchema,
    /** Language of the answers: the language of the applicant's account. */
    language: z.enum(LANGUAGES),
    evaluation: evaluationSchema.nullable(),
    /** True if the project was resubmitted after the caller scored it (`isResubmitted`). */
    sent_again: z.boolean(),
    /** For a resubmitted project, the answers in the scored version that differ from the current version. */
    before: projectSchema.partial(),
    renditions: renditionStatesSchema,
    /** True if the evaluators of the round write texts for applicants; otherwise absent. */
    feedback: z.literal(true).optional(),
    closed: z.boolean(),
    closed_at: instantSchema.nullable(),
    ...scoringTimes,
  })
  .meta({ id: "ProjectForEvaluation" });
export type ProjectForEvaluation = z.infer<typeof projectForEvaluationSchema>;

export const saveEvaluationSchema = z.object({
  ...roundInBody,
  scores: scoresSchema.partial().optional(),
  note: lines(TEXT_MAX).optional(),
  /**
   * Receipt number of the submission that the evaluator read. New and existing scores then refer to this submission. If
   * the request contains no number, new scores refer to the current submission.
   */
  read: requiredLine().optional(),
});

export const closeEvaluationSchema = z.object({
  closed: z.literal(true, { error: "invalid_choice" }),
  edition: yearSchema.optional(),
  ...roundInBody,
});

export const criterionMeansSchema = z.object({
  impact: z.number().nullable(),
  utility: z.number().nullable(),
  feasibility: z.number().nullable(),
  scalability: z.number().nullable(),
  innovation: z.number().nullable(),
});

export const rankingSchema = z
  .object({
    /**
     * For each selection stage of the edition, how many projects the stage can select. The page draws a line across the
     * ranking below the project in the stage's last place.
     */
    places: placesSchema,
    rows: z.array(
      z.object({
        id: z.string(),
        nome: z.string(),
        industry: z.string(),
        mean: z.number().nullable(),
        /** Standard deviation of the evaluators' totals for the project; null with one evaluator. */
        spread: z.number().nullable(),
        evaluators: z.number().int(),
        criteria: criterionMeansSchema,
        rank: z.number().int().nullable(),
        calibrated: z.number().nullable(),
        calibrated_rank: z.number().int().nullable(),
        /** Furthest stage for which a released decision selected the project; null if there is none. */
        stage: z.enum(STAGE_IDS).nullable(),
      }),
    ),
    /** For each selection stage, the number of projects that the stage's released decisions select. */
    decisions: z.array(z.object({ stage: z.enum(STAGE_IDS), selected: z.number().int() })),
    method: z.object({
      /**
       * Minimum number of projects that an evaluator must have scored completely for calibration. Evaluators with fewer
       * keep their uncalibrated totals.
       */
      minimum_sample: z.number().int(),
      /** Number of evaluators who have closed their evaluations. */
      evaluators: z.number().int(),
      mean: z.number().nullable(),
      deviation: z.number().nullable(),
      /** Weights of the criteria in all totals, taken from the latest evaluation record. */
      criteria: criteriaSchema,
      /**
       * Number of evaluators whose evaluation record has other weights than the latest evaluation record. The totals of
       * these evaluators are recalculated with the weights of the latest record.
       */
      recomputed: z.number().int(),
    }),
  })
  .meta({ id: "Ranking" });
export type Ranking = z.infer<typeof rankingSchema>;
