import { z } from "zod";
import { type AnswerOf, endpoint } from "../endpoint";
import { editionRoundQuery } from "../evaluation/evaluation-schemas";
import { readerTermsSchema } from "../evaluation/invitation";
import { FIXED_KINDS, READING_REASONS } from "../evaluation/reading-kinds";
import {
  roundInAnswer,
  roundInBody,
  roundInQuery,
  roundQuery,
  roundSchema,
} from "../evaluation/rounds";
import { instantSchema, line, wrongType } from "../fields";
import { LANGUAGES } from "../languages";
import { INDUSTRY } from "../project/options";
import { notifyInput } from "./assignment";
import { exportAnswer, exportOptions } from "./export-options";
import { mailPreviewSchema } from "./mail-preview";
import { action, BULK } from "./preview";
import { roundStripInAnswer } from "./rounds";

/*
 * The matrix of evaluators and projects: which evaluator reads which project, and the state of each reading. Never
 * contains scores (rule staff.blind).
 */

/**
 * States of an evaluator's reading of a project. `none` means that the evaluator does not read the project, for example
 * because of a conflict of interest.
 */
export const READING_STATES = ["none", "assigned", "begun", "done", "recused"] as const;
export type ReadingState = (typeof READING_STATES)[number];

/** Origins of a conflict of interest: found by a rule, or stated by the evaluator. */
export const CONFLICT_KINDS = ["rule", "stated"] as const;

/** Reasons against assigning a project to an evaluator. */
export const READING_OBSTACLES = [
  "no_plan",
  "not_on_jury",
  "closed",
  "conflict",
  "recused",
  "stated",
  "barred",
  "capacity",
  "language",
  "sector",
  "enough",
] as const;
export type ReadingObstacle = (typeof READING_OBSTACLES)[number];

/**
 * Numbers of projects per page of the matrix. The default `COLUMNS_PER_PAGE` fills a screen 1366 pixels wide. On a
 * narrow screen, the page requests `COLUMNS_NARROW`. With either number, the response has at most 150 kB.
 */
export const COLUMNS_PER_PAGE = 28;
export const COLUMNS_NARROW = 50;
export const COLUMNS_MAX = 100;
/**
 * Maximum number of projects that one action can assign to an evaluator. The page offers at most this number of
 * projects.
 */
export const GIVEN_MAX = 50;
/** Maximum number of additional evaluators that the page suggests for a project. */
export const OTHERS_SHOWN = 12;

const choice = { error: "invalid_choice" } as const;
const count = z.int().min(0);
const page = z.coerce.number(wrongType).int(choice).min(1, choice);

const filters = {
  /** Search words. Each word must occur in the project's name. */
  search: line().optional(),
  sector: z.enum(INDUSTRY, choice).optional(),
  /**
   * Filter: only projects that the evaluator must read or has begun to read, and projects from which the evaluator is
   * excluded.
   */
  evaluator: z.uuid(choice).optional(),
  /** Filter: only projects with too few readings, or only projects with conflicts of interest. */
  show: z.enum(["few", "conflicts"], choice).optional(),
};
/**
 * Id of the round's proposed assignment. With this id, the matrix shows the proposal instead of the current plan.
 * Showing a proposal does not apply it.
 */
const proposed = { proposal: z.uuid(choice).optional() };
export const matrixQuerySchema = editionRoundQuery.extend({
  ...filters,
  ...proposed,
  page: page.max(100_000, choice).default(1),
  per_page: page.max(COLUMNS_MAX, choice).default(COLUMNS_PER_PAGE),
});

const evaluatorSchema = z.object({
  id: z.string(),
  name: z.string(),
  languages: readerTermsSchema.shape.languages,
  sectors: readerTermsSchema.shape.sectors,
  capacity: z.int().nullable(),
  closed: z.boolean(),
  /**
   * True if the evaluator closed the evaluation and then left the jury. The matrix lists this evaluator, because the
   * scores of a closed evaluation stay in the ranking.
   */
  left: z.boolean(),
  /**
   * `given` is the number of projects that are assigned to the evaluator, without recusals and conflicts of interest.
   * Of these projects, `done` have all the evaluator's scores, and `begun` have only some.
   */
  given: count,
  done: count,
  begun: count,
  recused: count,
});
export type MatrixEvaluator = z.infer<typeof evaluatorSchema>;

const projectSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Receipt number of the project's submission. */
  number: z.string(),
  sector: z.string(),
  language: z.enum(LANGUAGES),
  given: count,
  done: count,
});
export type MatrixProject = z.infer<typeof projectSchema>;

const cellSchema = z.object({
  evaluator: z.string(),
  project: z.string(),
  state: z.enum(READING_STATES),
  conflict: z.enum(CONFLICT_KINDS).nullable(),
  fixed: z.enum(FIXED_KINDS).nullable(),
});
export type MatrixCell = z.infer<typeof cellSchema>;

export const getMatrix = endpoint({
  name: "getMatrix",
  method: "GET",
  path: "wp/v2/staff/assignment/matrix",
  summary: "Who reads what: all evaluators, a page of projects, and the readings between them",
  access: "staff",
  query: matrixQuerySchema,
  answer: {
    status: 200,
    json: z
      .object({
        edition: z.int(),
        ...roundStripInAnswer,
        current: z.boolean(),
        /**
         * Number of readings that each project should have: from the assignment plan, or else from the round or the
         * edition.
         */
        wanted: count,
        /**
         * True if an assignment plan exists. Without a plan, all evaluators read all projects with which they have no
         * conflict of interest.
         */
        planned: z.boolean(),
        evaluators: z.array(evaluatorSchema),
        projects: z.array(projectSchema),
        /**
         * Cells of the matrix that contain a reading, a conflict of interest, or a decision of staff. Other cells are
         * omitted. Without an assignment plan, an omitted cell means that the evaluator reads the project.
         */
        cells: z.array(cellSchema),
        /** Number of projects in the edition, and number of projects that match the filters. */
        total: count,
        found: count,
        pages: count,
        /**
         * Totals of the edition: how many readings are assigned (`given`), finished (`done`), and begun (`begun`), and
         * how many projects have fewer readings than `wanted` (`few`).
         */
        sums: z.object({ given: count, done: count, begun: count, few: count }),
      })
      .meta({ id: "AssignmentMatrix" }),
  },
  errors: ["invalid_fields", "not_found"],
});
export type Matrix = AnswerOf<typeof getMatrix>;

export const exportMatrix = endpoint({
  name: "exportMatrix",
  method: "GET",
  path: "wp/v2/staff/assignment/matrix/export",
  summary: "The same readings as a table, one line for each evaluator and project",
  access: "staff",
  query: editionRoundQuery.extend({
    ...filters,
    ...proposed,
    ...exportOptions,
  }),
  answer: exportAnswer,
  errors: ["invalid_fields", "not_found", "proof_required", "key_required"],
});

const pair = { ...roundInBody, project: z.uuid(choice), evaluator: z.uuid(choice) };

export const getReading = endpoint({
  name: "getReading",
  method: "GET",
  path: "wp/v2/staff/assignment/readings/{project}/{evaluator}",
  summary:
    "One reading: its state, why it is given or why not, and who else could read the project",
  access: "staff",
  query: roundQuery.extend(proposed),
  answer: {
    status: 200,
    json: z
      .object({
        project: projectSchema,
        evaluator: evaluatorSchema.omit({ done: true, begun: true, recused: true }),
        /** Number of readings that each project should have; null without an assignment plan. */
        wanted: count.nullable(),
        state: z.enum(READING_STATES),
        conflict: z.enum(CONFLICT_KINDS).nullable(),
        /**
         * Decision of staff to assign the project to the evaluator or to exclude the evaluator: who decided, when, and
         * why. Null without such a decision.
         */
        fixed: z
          .object({
            kind: z.enum(FIXED_KINDS),
            at: instantSchema,
            by: z.string().nullable(),
            reason: z.string().nullable(),
          })
          .nullable(),
        /**
         * Reasons for assigning the project to the evaluator; empty if the project is not assigned to the evaluator.
         */
        why: z.array(z.enum(READING_REASONS)),
        /** Reasons against assigning the project to the evaluator, the strongest first. */
        why_not: z.array(z.enum(READING_OBSTACLES)),
        /** Evaluators who do not read the project, the most suitable first. */
        others: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            given: count,
            capacity: z.int().nullable(),
            why: z.array(z.enum(READING_REASONS)),
            why_not: z.array(z.enum(READING_OBSTACLES)),
          }),
        ),
      })
      .meta({ id: "Reading" }),
  },
  errors: ["invalid_fields", "not_found"],
});
export type Reading = AnswerOf<typeof getReading>;

export const getEvaluatorReadings = endpoint({
  name: "getEvaluatorReadings",
  method: "GET",
  path: "wp/v2/staff/assignment/evaluators/{evaluator}",
  summary: "The readings of one evaluator in numbers, and the projects that the evaluator can get",
  access: "staff",
  query: roundQuery,
  answer: {
    status: 200,
    json: z
      .object({
        ...roundInAnswer,
        /** All rounds in which the evaluator is on the jury. Absent if the edition has only one round. */
        rounds: z.array(roundSchema).optional(),
        current: z.boolean(),
        /**
         * Number of readings that each project should have in the assignment plan; null while all evaluators read all
         * projects.
         */
        wanted: count.nullable(),
        evaluator: evaluatorSchema,
        /**
         * Projects that staff can assign to the evaluator, starting with the projects that have the fewest readings.
         * `why_not` contains the reasons against the assignment. Empty without an assignment plan, and after the
         * evaluator has closed the evaluation.
         */
        free: z.array(
          z.object({ project: projectSchema, why_not: z.array(z.enum(READING_OBSTACLES)) }),
        ),
      })
      .meta({ id: "EvaluatorReadings" }),
  },
  errors: ["invalid_fields", "not_found"],
});
export type EvaluatorReadings = AnswerOf<typeof getEvaluatorReadings>;

const READING = { confirm: { step: "reason" } } as const;

export const giveReading = action({
  name: "giveReading",
  path: "wp/v2/staff/assignment/readings",
  summary: "Give one project to one evaluator; every plan keeps it",
  ...READING,
  input: { ...pair, ...notifyInput },
});

const most = z.int(wrongType).min(1, choice).max(GIVEN_MAX, choice);

export const giveReadings = action({
  name: "giveReadings",
  path: "wp/v2/staff/assignment/evaluators/{evaluator}/readings",
  summary:
    "Give several projects to one evaluator: chosen ones, or the least read that it may read",
  confirm: BULK,
  input: {
    ...roundInBody,
    /**
     * Ids of the projects to assign. If the request contains no ids, the action assigns `least` projects, starting with
     * the projects that have the fewest readings.
     */
    projects: z
      .array(z.uuid(choice), wrongType)
      .min(1, { error: "too_few" })
      .max(GIVEN_MAX, { error: "too_many" })
      .optional(),
    least: most.optional(),
    ...notifyInput,
  },
});

export const takeReading = action({
  name: "takeReading",
  path: "wp/v2/staff/assignment/readings/removal",
  summary: "Take one project from one evaluator; no plan gives it back",
  ...READING,
  input: { ...pair, ...notifyInput },
});

export const swapReading = action({
  name: "swapReading",
  path: "wp/v2/staff/assignment/readings/swap",
  summary: "Take one project from one evaluator and give it to another",
  ...READING,
  input: { ...pair, to: z.uuid(choice), ...notifyInput },
});

export const fixReading = action({
  name: "fixReading",
  path: "wp/v2/staff/assignment/readings/fix",
  summary: "Keep a reading in every plan, or leave it to the next plan again",
  confirm: { step: "click" },
  input: { ...pair, fixed: z.boolean(wrongType) },
});

export const listReadingMails = endpoint({
  name: "listReadingMails",
  method: "GET",
  path: "wp/v2/staff/assignment/mails",
  summary: "The mails that applying the proposal would send, and one as its recipient gets it",
  access: "staff",
  query: z.object({
    ...roundInQuery,
    proposal: z.uuid(choice),
    language: z.enum(LANGUAGES, choice).optional(),
    /** Position of the previewed email among the emails that applying the proposal would send, starting at 1. */
    place: page.default(1),
  }),
  answer: {
    status: 200,
    json: z.object({
      languages: z.array(z.enum(LANGUAGES)),
      /** Preview of the email at the requested position; null if there is none. */
      mail: mailPreviewSchema.nullable(),
      of: count,
    }),
  },
  errors: ["invalid_fields", "not_found"],
});

export const matrixEndpoints = [
  getMatrix,
  exportMatrix,
  getReading,
  getEvaluatorReadings,
  giveReading,
  giveReadings,
  takeReading,
  swapReading,
  fixReading,
  listReadingMails,
] as const;
