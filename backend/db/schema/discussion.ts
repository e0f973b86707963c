import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { CRITERIA, SCORE_MAX } from "@/contract/evaluation/weights";
import { users } from "./accounts";
import { editions, projects } from "./applications";
import { createdAt, id, instant, languageCode, round } from "./columns";
import { evaluationRecords } from "./evaluations";

/*
 * Tables for discussions of projects, which open after evaluators have closed their evaluations. Rule:
 * evaluation.discussion.
 */

const subject = {
  id: id(),
  editionId: uuid()
    .notNull()
    .references(() => editions.id),
  projectId: uuid()
    .notNull()
    .references(() => projects.id, { onDelete: "cascade" }),
  round: round(),
};

/**
 * A text that an evaluator writes in the discussion of a project. Other evaluators see a number instead of the author's
 * name.
 */
export const contributions = pgTable(
  "contributions",
  {
    ...subject,
    authorId: uuid()
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    at: createdAt(),
    /** When staff hid the evaluator's text from the discussion. */
    hiddenAt: instant(),
  },
  (table) => [
    index().on(table.editionId, table.round, table.projectId),
    index().on(table.projectId),
    index().on(table.authorId),
  ],
);

/**
 * A change of closed scores after a discussion. The evaluation record keeps the first scores; the ranking uses the last
 * revision. The hash covers the record's hash and the project's previous revision, so that verification detects a
 * changed row.
 */
export const scoreRevisions = pgTable(
  "score_revisions",
  {
    ...subject,
    evaluatorId: uuid()
      .notNull()
      .references(() => users.id),
    recordId: uuid()
      .notNull()
      .references(() => evaluationRecords.id, { onDelete: "cascade" }),
    sequence: integer().notNull(),
    impact: smallint().notNull(),
    utility: smallint().notNull(),
    feasibility: smallint().notNull(),
    scalability: smallint().notNull(),
    innovation: smallint().notNull(),
    reason: text().notNull(),
    at: instant().notNull(),
    sha256: text().notNull(),
  },
  (table) => [
    unique().on(table.recordId, table.projectId, table.sequence),
    index().on(table.editionId, table.round, table.projectId),
    index().on(table.projectId),
    index().on(table.evaluatorId),
    check("counted_from_one", sql`sequence > 0`),
    check(
      "scores_are_0_to_10",
      sql.raw(CRITERIA.map((one) => `${one.id} between 0 and ${SCORE_MAX}`).join(" and ")),
    ),
  ],
);

/** A version of the summary that the chair of a discussion writes. */
export const summaries = pgTable(
  "summaries",
  {
    ...subject,
    authorId: uuid()
      .notNull()
      .references(() => users.id),
    version: integer().notNull(),
    text: text().notNull(),
    language: languageCode().notNull(),
    at: createdAt(),
  },
  (table) => [
    unique().on(table.projectId, table.round, table.version),
    index().on(table.editionId, table.round, table.projectId),
    index().on(table.authorId),
    check("counted_from_one", sql`version > 0`),
  ],
);

/** Evaluators who agree to a version of a discussion's summary. */
export const agreements = pgTable(
  "agreements",
  {
    summaryId: uuid()
      .notNull()
      .references(() => summaries.id, { onDelete: "cascade" }),
    evaluatorId: uuid()
      .notNull()
      .references(() => users.id),
    at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.summaryId, table.evaluatorId] }),
    index().on(table.evaluatorId),
  ],
);
