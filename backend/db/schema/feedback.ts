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
 * Texts for applicants: as the evaluators write them, as staff decide about them, and as they leave with a decision. The
 * evaluator's private note is in `evaluations` and never gets here.
 */

const words = {
  text: text().notNull().default(""),
  language: languageCode().notNull(),
  reasons: text().array().$type<ReasonId[]>().notNull().default([]),
};

/** What an evaluator writes to the applicant about a project in a round. Frozen with the evaluation. */
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

/** What staff decide about a text before a stage is released; without a text, the reasons that staff give themselves. */
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
    /** The version of the text that staff read. A later one needs another verdict. */
    version: integer().notNull().default(0),
    /** The edited text, or the reasons of staff. The evaluator's text does not change. */
    ...words,
    /** Why staff asked again, for the evaluator. */
    question: text().notNull().default(""),
    decidedAt: createdAt(),
  },
  (table) => [
    unique().on(table.projectId, table.stage, table.feedbackId).nullsNotDistinct(),
    index().on(table.feedbackId),
    check("known_verdict", isOneOf("kind", VERDICTS)),
  ],
);

/** What left with a decision, in the order of the page. Applicants' pages, mails, and exports read this table only. */
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
