import { z } from "zod";
import { instantSchema, line, lines, requiredLine, TEXT_MAX, wrongType } from "../fields";
import { INDUSTRY, STAGE, TECH, TIPOLOGIA_IMPRESA } from "../project/options";
import { projectSchema } from "../project/project-schemas";
import { FUNNEL_STAGE_IDS } from "./funnel";
import { CRITERIA, SCORE_MAX } from "./weights";

const scoreSchema = z
  .number(wrongType)
  .int({ error: "invalid_type" })
  .min(0, { error: "invalid_choice" })
  .max(SCORE_MAX, { error: "invalid_choice" })
  .nullable();

/** Every criterion once, with its weight in percent. */
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
 * Why the rule recuses an evaluator: the application is their own, or the contact's address, a phone
 * or a name in it is theirs. What weighs more comes first.
 */
export const CONFLICTS = ["own_project", "contact_email", "phone", "name"] as const;

/** What one evaluator thinks of one project. */
export const evaluationSchema = z
  .object({
    scores: scoresSchema,
    note: z.string(),
    /** 0–100 with one decimal; null until all five scores are given. */
    total: z.number().nullable(),
    version: z.number().int(),
    /** The project has been sent again since. */
    outdated: z.boolean(),
    /** The reason given, when the evaluator has stepped back from this project; or the rule's. */
    recusal: z.string().nullable(),
    /** The rule that recuses the evaluator, whatever they do; absent when none does. */
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

const totalSchema = z.coerce
  .number(wrongType)
  .min(0, { error: "invalid_choice" })
  .max(100, { error: "invalid_choice" });

export const projectListQuerySchema = editionQuery.extend({
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
  /** Only those that were sent again since the caller's scores. */
  sent_again: z.enum(["yes"], { error: "invalid_choice" }).optional(),
  /** The caller's own total, from and to (both included). */
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
    /** Sent again since the caller's scores, which are about an earlier version (`isSentAgain`). */
    sent_again: z.boolean(),
  })
  .meta({ id: "ProjectListItem" });
export type ProjectListItem = z.infer<typeof projectListItemSchema>;

/** Whether scores are taken: not before the evaluation opens, and not after its end. */
export const SCORING = ["not_yet", "open", "over"] as const;

/** When an edition is evaluated, as the list and each project say it. */
export const scoringTimes = {
  scoring: z.enum(SCORING),
  /** Null: with the first sent project. */
  evaluationOpensAt: instantSchema.nullable(),
  evaluationDeadlineAt: instantSchema.nullable(),
};

/** What may still come while one evaluates. */
export const stillToCome = {
  /** The deadline of all applicants, until then; null afterwards. Whose deadline was extended is not an evaluator's business. */
  applicationsUntil: instantSchema.nullable(),
  /** Whether a project can still be sent: before the deadline, in its grace period, by an extension. */
  projectsMayCome: z.boolean().default(false),
  /** Whether a project that has been sent may still change until then. */
  sentMayChange: z.boolean(),
};

export const workCountsSchema = z.object({
  total: z.number().int(),
  scored: z.number().int(),
  partial: z.number().int(),
  recused: z.number().int(),
  /** Of the scored and the half done: sent again since (`isSentAgain`). */
  sent_again: z.number().int(),
});

export const projectListSchema = z
  .object({
    projects: z.array(projectListItemSchema),
    closed: z.boolean(),
    closed_at: instantSchema.nullable(),
    /** Hash of the closing's record; null while the evaluation is open. */
    sha256: z.string().nullable(),
    /** The edition's year. */
    edition: z.number().int(),
    /** The weights that `total` is computed with. */
    criteria: criteriaSchema,
    ...scoringTimes,
    ...stillToCome,
    /** The caller's own work in the whole edition, whatever the filters. */
    counts: workCountsSchema,
  })
  .meta({ id: "ProjectList" });
export type ProjectList = z.infer<typeof projectListSchema>;

/** What may tie an evaluator to a project: it is their own, or an address or a phone is shared. */
export const HINTS = ["own_project", "email_domain", "phone"] as const;

export const projectForEvaluationSchema = z
  .object({
    id: z.string(),
    /** The receipt's number, such as 2026-000123. */
    number: z.string(),
    /** The edition's year. */
    edition: z.number().int(),
    /** Computed from the caller's own account; `detail` is the shared domain, or whose phone it is. */
    hints: z.array(z.object({ kind: z.enum(HINTS), detail: z.string() })),
    sent_at: instantSchema,
    project: projectSchema,
    evaluation: evaluationSchema.nullable(),
    /** As in the list. */
    sent_again: z.boolean(),
    /** What the version that the scores are about said where this one says something else, if it was sent again. */
    before: projectSchema.partial(),
    closed: z.boolean(),
    closed_at: instantSchema.nullable(),
    ...scoringTimes,
  })
  .meta({ id: "ProjectForEvaluation" });
export type ProjectForEvaluation = z.infer<typeof projectForEvaluationSchema>;

export const saveEvaluationSchema = z.object({
  scores: scoresSchema.partial().optional(),
  note: lines(TEXT_MAX).optional(),
  /**
   * The receipt's number of the version that was read: the scores, given with it or before, are about
   * that one. Without it, scores given are about the current one.
   */
  read: requiredLine().optional(),
});

export const closeEvaluationSchema = z.object({
  closed: z.literal(true, { error: "invalid_choice" }),
  edition: yearSchema.optional(),
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
    rows: z.array(
      z.object({
        id: z.string(),
        nome: z.string(),
        industry: z.string(),
        mean: z.number().nullable(),
        /** Standard deviation of the totals. */
        spread: z.number().nullable(),
        evaluators: z.number().int(),
        criteria: criterionMeansSchema,
        rank: z.number().int().nullable(),
        calibrated: z.number().nullable(),
        calibrated_rank: z.number().int().nullable(),
        /** The furthest stage of the funnel the project has reached, once released. */
        stage: z.enum(FUNNEL_STAGE_IDS).nullable(),
      }),
    ),
    /** How many projects were selected for each stage that is decided and released. */
    decisions: z.array(z.object({ stage: z.enum(FUNNEL_STAGE_IDS), selected: z.number().int() })),
    method: z.object({
      /** For an evaluator with fewer complete scores than this, raw totals are used. */
      minimum_sample: z.number().int(),
      /** How many evaluators have closed. */
      evaluators: z.number().int(),
      mean: z.number().nullable(),
      deviation: z.number().nullable(),
      /** The weights that all totals are computed with: those of the latest closing. */
      criteria: criteriaSchema,
      /** How many evaluators closed under other weights: their totals are computed again. */
      recomputed: z.number().int(),
    }),
  })
  .meta({ id: "Ranking" });
export type Ranking = z.infer<typeof rankingSchema>;
