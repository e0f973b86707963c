import {
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { ProposalState } from "@/contract/staff/assignment";
import { users } from "./accounts";
import { editions, projects } from "./applications";
import { createdAt, instant } from "./columns";

/* Who is to read what: without a row of `assignments` everybody reads everything. */

export const assignments = pgTable("assignments", {
  editionId: uuid()
    .primaryKey()
    .references(() => editions.id, { onDelete: "cascade" }),
  /** How many are to read each project. */
  readings: smallint().notNull(),
  since: instant().notNull(),
});

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
  },
  (table) => [
    primaryKey({ columns: [table.evaluatorId, table.projectId] }),
    index().on(table.projectId),
    index().on(table.editionId),
  ],
);

/** The last proposal that was asked for about an edition; it is made behind (backend/evaluations/assignment/propose.ts). */
export const assignmentProposals = pgTable("assignment_proposals", {
  editionId: uuid()
    .primaryKey()
    .references(() => editions.id, { onDelete: "cascade" }),
  /** Another one for each that is asked for. */
  id: uuid().notNull().defaultRandom(),
  readings: smallint().notNull(),
  seed: integer().notNull(),
  state: text().$type<ProposalState>().notNull().default("waiting"),
  askedAt: createdAt(),
  /** When it was begun last, by whichever process. */
  begunAt: instant(),
  doneAt: instant(),
  /** The readers of each project; null until it is done. */
  readers: jsonb().$type<Record<string, readonly string[]>>(),
});
