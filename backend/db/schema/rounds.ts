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
 * Evaluation rounds of an edition, each with a separate jury, dates, scores, and ranking. An edition that has no rows
 * in this table has one round, in which every evaluator evaluates. When staff create a second round, a row for round 1
 * is stored too, with the names of its jury.
 */

export const rounds = pgTable(
  "rounds",
  {
    editionId: uuid()
      .notNull()
      .references(() => editions.id, { onDelete: "cascade" }),
    number: smallint().notNull(),
    names: jsonb().$type<Record<Language, string>>().notNull(),
    /** The selection stage that the round's ranking decides. */
    stage: text().$type<Stage>().notNull(),
    /**
     * The number of the earlier round whose selected projects this round evaluates. Null means all submitted projects.
     */
    reads: smallint(),
    /** Opening and closing times of the round. Null for round 1, which uses the edition's dates. */
    opensAt: instant(),
    closesAt: instant(),
    /** Wanted number of evaluators per project. Null means the edition's number. */
    readings: smallint(),
    /**
     * Weight of this round's scores, in percent, in the value that decides the round's ranking. The earlier round's
     * value has the remaining weight. Null means 100 percent.
     */
    weight: smallint(),
    /** Whether the round's jury sees results of earlier rounds. */
    showsEarlier: boolean().notNull().default(false),
    /** Whether the round's dates are public. */
    isPublic: boolean().notNull().default(false),
    /** Whether the round's jury writes feedback texts for applicants. */
    feedback: boolean().notNull().default(false),
    /** Whether applicants learn if their project is above, around, or below the median of the round. */
    band: boolean().notNull().default(false),
    /**
     * Whether the round's jury discusses a project after all evaluators of the project have closed their evaluations.
     */
    discussion: boolean().notNull().default(false),
    /** When the round opened. Null for round 1, which opens with the edition's evaluation. */
    openedAt: instant(),
    /** When staff closed the evaluation round. */
    closedAt: instant(),
    /** The number of the round that repeats this round; null if none. A repeated round decides no stage. */
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

/** The evaluators in the jury of a round. Only active accounts with the evaluator role count. */
export const roundJurors = pgTable(
  "round_jurors",
  {
    editionId: uuid().notNull(),
    round: smallint().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /**
     * The maximum number of projects that the evaluator evaluates in the round. Null means all. For the first round,
     * the invitation stores the maximum.
     */
    capacity: integer(),
    /** Whether the evaluator leads the discussions of the round. */
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
