import { sql } from "drizzle-orm";
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  DECISION_OUTCOMES,
  type DecisionOutcome,
  type FunnelStage,
} from "@/contract/evaluation/funnel";
import { INVITATION_ANSWERS, type InvitationAnswer } from "@/contract/evaluation/invitation";
import { CRITERIA, SCORE_MAX } from "@/contract/evaluation/weights";
import type { Language } from "@/contract/languages";
import { users } from "./accounts";
import { editions, projects, submissions } from "./applications";
import { createdAt, id, instant, isOneOf } from "./columns";

/* Who is asked to evaluate, what evaluators think, and what is decided. */

/**
 * Somebody who is asked to evaluate an edition, what they answered, and what is agreed with them. Who evaluates is told by the
 * role alone: nobody has it before a yes, and whoever got it at a shell may have no row, or one without `invitedAt`.
 */
export const invitations = pgTable(
  "invitations",
  {
    id: id(),
    editionId: uuid()
      .notNull()
      .references(() => editions.id, { onDelete: "cascade" }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    invitedAt: instant(),
    /** Whose account invited; null for whoever did it at a shell. */
    invitedBy: uuid().references(() => users.id, { onDelete: "set null" }),
    answer: text().$type<InvitationAnswer>(),
    answeredAt: instant(),
    /** As many projects as they read at most; null: as many as there are. */
    capacity: integer(),
    /** Languages they can read; empty: all. */
    languages: text().array().$type<Language[]>().notNull().default([]),
    /** Industries they know best (`INDUSTRY` of contract/project/options.ts); empty: any. */
    sectors: text().array().notNull().default([]),
    /** Organisations and projects that they are too close to, as they name them. */
    conflicts: text().array().notNull().default([]),
    /** Why not, in their own words. */
    words: text().notNull().default(""),
  },
  (table) => [
    unique().on(table.editionId, table.userId),
    index().on(table.userId),
    check("known_answer", isOneOf("answer", INVITATION_ANSWERS)),
    check("some_capacity", sql`capacity > 0`),
  ],
);

export const evaluations = pgTable(
  "evaluations",
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
    impact: smallint(),
    utility: smallint(),
    feasibility: smallint(),
    scalability: smallint(),
    innovation: smallint(),
    note: text().notNull().default(""),
    version: integer().notNull().default(0),
    /** The sent version that the scores are about: read when the last one was given, or they were let stand. */
    submissionId: uuid().references(() => submissions.id, { onDelete: "set null" }),
    recusal: text(),
    recusedAt: instant(),
    updatedAt: createdAt(),
  },
  (table) => [
    unique().on(table.evaluatorId, table.projectId),
    index().on(table.evaluatorId, table.editionId),
    index().on(table.projectId),
    check(
      "scores_are_0_to_10",
      sql.raw(CRITERIA.map((one) => `${one.id} between 0 and ${SCORE_MAX}`).join(" and ")),
    ),
  ],
);

/** A closed evaluation: the frozen scores and their hash. Closing again after a reopening adds a row. */
export const evaluationRecords = pgTable(
  "evaluation_records",
  {
    id: id(),
    editionId: uuid()
      .notNull()
      .references(() => editions.id),
    evaluatorId: uuid()
      .notNull()
      .references(() => users.id),
    closedAt: instant().notNull(),
    record: jsonb().notNull(),
    sha256: text().notNull(),
    reopenedAt: instant(),
    reopenedReason: text(),
  },
  (table) => [uniqueIndex().on(table.editionId, table.evaluatorId).where(sql`reopened_at is null`)],
);

/** An edition whose ranking staff read although not everybody has closed: who opened it, and why, is in the log. */
export const rankingOpenings = pgTable("ranking_openings", {
  editionId: uuid()
    .primaryKey()
    .references(() => editions.id),
  at: instant().notNull(),
});

/** One act that published decisions: all of them at once, or none. */
export const decisionReleases = pgTable("decision_releases", {
  id: id(),
  editionId: uuid()
    .notNull()
    .references(() => editions.id),
  at: instant().notNull(),
  actor: text().notNull(),
  reason: text().notNull(),
});

/**
 * How far a project gets in the selection: who decided it, why and when. Staff's secret until it
 * is released; from then on it never changes, and a correction is another decision.
 */
export const decisions = pgTable(
  "decisions",
  {
    id: id(),
    sequence: bigserial({ mode: "number" }),
    editionId: uuid()
      .notNull()
      .references(() => editions.id),
    projectId: uuid()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    stage: text().$type<FunnelStage>().notNull(),
    outcome: text().$type<DecisionOutcome>().notNull(),
    decidedAt: instant().notNull(),
    actor: text().notNull(),
    reason: text().notNull(),
    /** Decided against the order of the stages, on purpose. */
    override: boolean().notNull().default(false),
    /** It replaces what was released about this stage before. */
    correction: boolean().notNull().default(false),
    releaseId: uuid().references(() => decisionReleases.id),
    undoneAt: instant(),
    undoneBy: text(),
    undoneReason: text(),
  },
  (table) => [
    uniqueIndex()
      .on(table.projectId, table.stage)
      .where(sql`release_id is null and undone_at is null`),
    index().on(table.editionId, table.stage),
    index().on(table.projectId),
    check("known_outcome", isOneOf("outcome", DECISION_OUTCOMES)),
    check("released_or_undone", sql`release_id is null or undone_at is null`),
  ],
);
