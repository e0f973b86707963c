import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { VERDICTS, type Verdict } from "@/contract/evaluation/feedback";
import type { Stage } from "@/contract/evaluation/funnel";
import type { ReasonId } from "@/contract/evaluation/reasons";
import { BANDS, type Band } from "@/contract/evaluation/received-feedback";
import { users } from "./accounts";
import { editions, projects } from "./applications";
import { createdAt, id, isOneOf, languageCode, round } from "./columns";
import { decisions } from "./evaluations";

/*
 * Columns of a feedback text. Three tables have these columns: for the evaluator's text, for the text as staff edited
 * it, and for the text that is sent with a decision. The evaluator's private note is stored only in `evaluations`.
 */

const words = {
  text: text().notNull().default(""),
  language: languageCode().notNull(),
  reasons: text().array().$type<ReasonId[]>().notNull().default([]),
};

/**
 * A feedback text that an evaluator writes to the applicant about a project in a round. Closing the evaluation freezes
 * the text.
 */
export const feedback = pgTable(
  "feedback",
  {
    id: id(),
    editionId: uuid()
      .notNull()
      .references(() => editions.id),
    projectId: uuid()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    evaluatorId: uuid()
      .notNull()
      .references(() => users.id),
    round: round(),
    ...words,
    version: integer().notNull().default(0),
    updatedAt: createdAt(),
  },
  (table) => [
    unique().on(table.evaluatorId, table.projectId, table.round),
    index().on(table.editionId, table.round, table.projectId),
    index().on(table.projectId),
  ],
);

/**
 * The decision of staff about a feedback text before the release of decisions about a selection stage. If the evaluator
 * wrote no text, the row contains reasons that staff wrote.
 */
export const feedbackVerdicts = pgTable(
  "feedback_verdicts",
  {
    id: id(),
    projectId: uuid()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    stage: text().$type<Stage>().notNull(),
    feedbackId: uuid().references(() => feedback.id, { onDelete: "cascade" }),
    kind: text().$type<Verdict>().notNull(),
    /** The version of the feedback text that staff read. A later version needs a new decision. */
    version: integer().notNull().default(0),
    /**
     * The feedback text as staff edited it, or the reasons that staff wrote. The evaluator's own text stays unchanged.
     */
    ...words,
    /** The question of staff to the evaluator when staff ask for a better text. */
    question: text().notNull().default(""),
    decidedAt: createdAt(),
  },
  (table) => [
    unique().on(table.projectId, table.stage, table.feedbackId).nullsNotDistinct(),
    index().on(table.feedbackId),
    check("known_verdict", isOneOf("kind", VERDICTS)),
  ],
);

/**
 * Feedback texts that applicants received with a decision, in the order in which the applicant's page shows the texts.
 * Applicants' pages, mails, and exports read feedback only from this table.
 */
export const releasedFeedback = pgTable(
  "released_feedback",
  {
    id: id(),
    decisionId: uuid()
      .notNull()
      .references(() => decisions.id, { onDelete: "cascade" }),
    projectId: uuid()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    place: smallint().notNull(),
    ...words,
    band: text().$type<Band>(),
  },
  (table) => [
    uniqueIndex().on(table.decisionId, table.place),
    index().on(table.projectId),
    check("counted_from_one", sql`place > 0`),
    check("known_band", isOneOf("band", BANDS)),
  ],
);
