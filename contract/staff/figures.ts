import { z } from "zod";
import { endpoint } from "../endpoint";
import { editionRoundQuery } from "../evaluation/evaluation-schemas";
import { STAGE_IDS, type Stage } from "../evaluation/funnel";
import { AGE, INDUSTRY, INFO, STAGE, TECH, TIPOLOGIA_IMPRESA, YES_NO } from "../project/options";
import { REQUEST_KINDS } from "./data-requests";
import { exportAnswer, exportOptions } from "./export-options";
import { roundStripInAnswer } from "./rounds";

/* Statistics of an edition: counts of sent applications by their answers, without names and scores. */

/** Answers that the statistics count, with their options. A team has several values of `heard`. */
export const FIGURE_ANSWERS = {
  industry: INDUSTRY,
  stage: STAGE,
  tipologia_impresa: TIPOLOGIA_IMPRESA,
  femminile: YES_NO,
  tech: TECH,
  sustainableretail: YES_NO,
  heard: INFO,
  referente_age: AGE,
} as const satisfies Record<string, readonly string[]>;
export type FigureAnswer = keyof typeof FIGURE_ANSWERS;
export const FIGURE_ANSWER_NAMES = Object.keys(FIGURE_ANSWERS) as [FigureAnswer, ...FigureAnswer[]];

/** Statistics for sponsors hide counts below this number, because small counts could identify a person. */
export const FIGURE_LEAST = 5;

/**
 * Readers of the statistics. Staff get exact counts. Sponsors get no small counts, and nothing about the work of staff.
 */
export const FIGURE_READERS = ["staff", "sponsors"] as const;
export type FigureReaders = (typeof FIGURE_READERS)[number];

const count = z.int().min(0);
const perStage = z.object(
  Object.fromEntries(STAGE_IDS.map((stage) => [stage, count])) as Record<Stage, typeof count>,
);
const perDay = z.object({ begun: count, sent: count });

export const figuresSchema = z
  .object({
    edition: z.int(),
    ...roundStripInAnswer,
    /**
     * Year of the previous edition; null if there is none, or if this database contains no application of that edition.
     */
    before: z.int().nullable(),
    sent: count,
    sent_before: count,
    /**
     * One row per day of the call: the day in Rome, and the number of days left until the last day. The list ends with
     * the current day.
     */
    days: z.array(z.object({ left: z.int(), day: z.iso.date(), now: perDay, before: perDay })),
    /**
     * Totals of the call so far (`total`). `total_before` contains the totals of the previous edition at the time when
     * it had the number of days left that this call has now.
     */
    total: perDay,
    total_before: perDay,
    answers: z.array(
      z.object({
        name: z.enum(FIGURE_ANSWER_NAMES),
        /**
         * Counts for each option of the answer: in this edition (`count`), in the previous edition (`before`), and
         * among the projects that reached each stage (`stages`).
         */
        options: z.array(z.object({ value: z.string(), count, before: count, stages: perStage })),
      }),
    ),
    /** Stages with a decision that the caller can see, each with its number of selected projects. */
    stages: z.array(z.object({ stage: z.enum(STAGE_IDS), count, released: z.boolean() })),
    readings: z.object({
      /**
       * For each number of readings (0, 1, 2, …, without gaps), the number of projects with this number of readings.
       * Null while hidden from staff (rule staff.blind).
       */
      rows: z.array(z.object({ readings: count, projects: count })).nullable(),
      wanted: count,
      below: count,
      /** True while a low number of readings is normal (rule staff.readings). */
      normal: z.boolean(),
    }),
    /** Data requests received in the edition's year. Days are calendar days from receipt to answer. */
    requests: z.object({
      answered: count,
      open: count,
      late: count,
      median_days: z.number().nullable(),
      kinds: z.array(
        z.object({ kind: z.enum(REQUEST_KINDS), count, median_days: z.number().nullable() }),
      ),
    }),
  })
  .meta({ id: "Figures" });
export type Figures = z.infer<typeof figuresSchema>;

export const getFigures = endpoint({
  name: "getFigures",
  method: "GET",
  path: "wp/v2/staff/figures",
  summary: "The applications of an edition in figures, beside those of the one before",
  access: "staff",
  query: editionRoundQuery,
  answer: { status: 200, json: figuresSchema },
  errors: ["invalid_fields", "not_found"],
});

export const exportFigures = endpoint({
  name: "exportFigures",
  method: "GET",
  path: "wp/v2/staff/figures/export",
  summary:
    "The same figures as tables: exact for staff; for sponsors without counts so small that they could name somebody",
  access: "staff",
  query: editionRoundQuery.extend({
    ...exportOptions,
    format: exportOptions.format.default("xlsx"),
    /** Reader of the statistics. The default is `sponsors`, whose statistics can be published. */
    readers: z.enum(FIGURE_READERS, { error: "invalid_choice" }).default("sponsors"),
  }),
  answer: exportAnswer,
  errors: ["invalid_fields", "not_found"],
});

export const figureEndpoints = [getFigures, exportFigures];
