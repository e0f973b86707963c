import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { FIXED_KINDS, type FixedKind } from "@/contract/evaluation/reading-kinds";
import type { ProposalState } from "@/contract/staff/assignment";

import { users } from "./accounts";
import { editions, projects } from "./applications";
import { createdAt, instant, isOneOf, round } from "./columns";

/* Assignments of projects to evaluators. Without rows in `assignments`, every evaluator evaluates every project. */

export const assignments = pgTable(
  "assignments",
  {
    editionId: uuid()
      .notNull()
      .references(() => editions.id, { onDelete: "cascade" }),
    round: round(),
    /** The number of evaluators that the reading plan gives to each project. */
    readings: smallint().notNull(),
    since: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.editionId, table.round] })],
);

export const assignedReadings = pgTable(
  "assigned_readings",
  {
    editionId: uuid()
      .notNull()
      .references(() => editions.id, { onDelete: "cascade" }),
    projectId: uuid()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    evaluatorId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    round: round(),
  },
  (table) => [
    primaryKey({ columns: [table.evaluatorId, table.projectId, table.round] }),
    index().on(table.projectId),
    index().on(table.editionId),
  ],
);

/**
 * A project and an evaluator whose assignment staff fixed by hand. In every reading plan, the evaluator reads the
 * project (`given`) or does not read it (`barred`). The row is deleted with the reading plan, or when staff undo the
 * assignment.
 */
export const fixedReadings = pgTable(
  "fixed_readings",
  {
    editionId: uuid()
      .notNull()
      .references(() => editions.id, { onDelete: "cascade" }),
    projectId: uuid()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    evaluatorId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    round: round(),
    kind: text().$type<FixedKind>().notNull(),
    at: instant().notNull(),
    /** The account of the staff member who fixed the assignment. Null after the account is erased. */
    by: uuid().references(() => users.id, { onDelete: "set null" }),
  },
  (table) => [
    primaryKey({ columns: [table.evaluatorId, table.projectId, table.round] }),
    index().on(table.projectId),
    index().on(table.editionId),
    check("known_kind", isOneOf("kind", FIXED_KINDS)),
  ],
);

/**
 * The last requested proposal of a reading plan for a round. A background job creates the proposal
 * (backend/evaluations/assignment/propose.ts).
 */
export const assignmentProposals = pgTable(
  "assignment_proposals",
  {
    editionId: uuid()
      .notNull()
      .references(() => editions.id, { onDelete: "cascade" }),
    round: round(),
    /** Each request for a proposal gets a new id, so that the result of an older request is not stored. */
    id: uuid().notNull().defaultRandom(),
    readings: smallint().notNull(),
    seed: integer().notNull(),
    state: text().$type<ProposalState>().notNull().default("waiting"),
    askedAt: createdAt(),
    /** When a process last started to calculate the proposal. */
    begunAt: instant(),
    doneAt: instant(),
    /** The evaluators of each project in the proposed reading plan. Null until the proposal is complete. */
    readers: jsonb().$type<Record<string, readonly string[]>>(),
  },
  (table) => [primaryKey({ columns: [table.editionId, table.round] })],
);
