import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { STAGE_IDS, type Stage } from "@/contract/evaluation/funnel";
import type { Language } from "@/contract/languages";
import { users } from "./accounts";
import { editions } from "./applications";
import { createdAt, instant, isOneOf } from "./columns";

/*
 * Rounds of an edition: readings of its projects, each with its own jury, dates, scores, and ranking. Without rows, an edition
 * has one round, in which every evaluator reads. The first row that staff make stores round 1 too, with its jury by name.
 */

export const rounds = pgTable(
  "rounds",
  {
    editionId: uuid()
      .notNull()
      .references(() => editions.id, { onDelete: "cascade" }),
    number: smallint().notNull(),
    names: jsonb().$type<Record<Language, string>>().notNull(),
    /** The stage for which the round's ranking decides. */
    stage: text().$type<Stage>().notNull(),
    /** The round whose selected projects this round reads; null: all sent projects. */
    reads: smallint(),
    /** Null for round 1, whose dates are the edition's. */
    opensAt: instant(),
    closesAt: instant(),
    /** Wanted readings per project; null: the edition's figure. */
    readings: smallint(),
    /** This round's share of the deciding value, in percent; the rest is the value of the round it continues. Null: all of it. */
    weight: smallint(),
    /** Whether its jury sees results of earlier rounds. */
    showsEarlier: boolean().notNull().default(false),
    /** Whether its dates are public. */
    isPublic: boolean().notNull().default(false),
    /** Whether its jury writes texts for applicants. */
    feedback: boolean().notNull().default(false),
    /** Whether applicants learn if they are above, around, or below the median. */
    band: boolean().notNull().default(false),
    /** Whether its jury discusses a project after all of its readers have closed. */
    discussion: boolean().notNull().default(false),
    /** When the round opened. Round 1 opens with the edition's evaluation and has no such time. */
    openedAt: instant(),
    /** When staff closed the round. */
    closedAt: instant(),
    /** The round that repeats this one; null: none. A replaced round decides no stage. */
    replacedBy: smallint(),
  },
  (table) => [
    primaryKey({ columns: [table.editionId, table.number] }),
    uniqueIndex().on(table.editionId, table.stage).where(sql`replaced_by is null`),
    check("counted_from_one", sql`number > 0 and (reads is null or reads <> number)`),
    check(
      "first_round_has_the_editions_dates",
      sql`case when number = 1 then num_nonnulls(opens_at, closes_at) = 0 else num_nonnulls(opens_at, closes_at) = 2 end`,
    ),
    check("opens_before_it_closes", sql`opens_at < closes_at`),
    check(
      "weighs_with_another",
      sql`weight is null or (reads is not null and weight between 1 and 99)`,
    ),
    check("some_readings", sql`readings > 0`),
    check("known_stage", isOneOf("stage", STAGE_IDS)),
  ],
);

/** The jury of a round. Only active accounts with the role evaluate. */
export const roundJurors = pgTable(
  "round_jurors",
  {
    editionId: uuid().notNull(),
    round: smallint().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The maximum number of projects to read in the round; null: as agreed with the invitation. */
    capacity: integer(),
    /** Whether the juror leads the discussions. */
    chair: boolean().notNull().default(false),
    since: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.editionId, table.round, table.userId] }),
    foreignKey({
      columns: [table.editionId, table.round],
      foreignColumns: [rounds.editionId, rounds.number],
    }).onDelete("cascade"),
    index().on(table.userId),
    check("some_capacity", sql`capacity > 0`),
  ],
);
