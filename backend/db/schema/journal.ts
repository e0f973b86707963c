import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { ActForTwo } from "@/contract/endpoint";
import type { ActLevel, ActName } from "@/contract/staff/acts";
import type { Shown } from "@/contract/staff/plan";
import { users } from "./accounts";
import { editions } from "./applications";
import { id, instant } from "./columns";

/** What an act is done to, by ids that identify nobody; the year is an edition's name. */
export type ActTarget = {
  edition?: string;
  year?: string;
  user?: string;
  mail?: string;
  letter?: string;
  /** What somebody without an account has asked about their data. */
  request?: string;
};
/** What somebody typed, and a random salt, without which its seal would tell short texts. */
type Word = { text: string; salt: string };

/**
 * The journal: who did what to what, and why (docs/decisions/0042). Its migration's triggers number and chain the lines, and
 * refuse every change but one: typed words may go once a later line says that their person was erased.
 */
export const acts = pgTable(
  "acts",
  {
    /** 1, 2, 3 … without gaps, given by the trigger; so are `seals`, `previous` and `sha256`. */
    number: bigint({ mode: "number" }).primaryKey().default(0),
    at: instant().notNull(),
    level: text().$type<ActLevel>().notNull(),
    /** The account that acts; at a shell there is none, but a name in `words`. */
    actorId: uuid(),
    act: text().$type<ActName>().notNull(),
    target: jsonb().$type<ActTarget>().notNull(),
    /** Facts of the act, which name nobody. */
    data: jsonb().$type<Record<string, string>>().notNull(),
    /** SHA-256 of the lines that were shown of what it would do; null where nothing was. */
    plan: text(),
    words: jsonb().$type<{ actor?: Word; reason?: Word }>().notNull(),
    /** SHA-256 of each word's salt and text: what the line's hash covers in their place. */
    seals: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** The hash of the line before; empty in the first. Unique: the chain has no forks. */
    previous: text().notNull().unique().default(""),
    sha256: text().notNull().default(""),
  },
  (table) => [
    index().on(table.act, table.number),
    index().on(table.actorId, table.number),
    index("acts_actor_index").on(sql`(${table.words} -> 'actor' ->> 'text')`, table.number),
    index().on(table.at),
    index().using("gin", table.target.op("jsonb_path_ops")).with({ fastupdate: false }),
  ],
);

/** Acts that one person has proposed and another is to confirm, for a day (backend/staff/proposed/proposed-acts.ts). */
export const proposedActs = pgTable("proposed_acts", {
  /** Another one for each proposal. */
  id: id(),
  /** Which act, on what, decided how: one proposal of each. */
  subject: text().notNull().unique(),
  act: text().$type<ActForTwo>().notNull(),
  /** What it is done to, as its lines in the log say; gone with it. */
  target: jsonb().$type<ActTarget>().notNull(),
  userId: uuid().references(() => users.id, { onDelete: "cascade" }),
  editionId: uuid().references(() => editions.id, { onDelete: "cascade" }),
  proposerId: uuid()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  reason: text().notNull(),
  /** What it came to, and the SHA-256 of that and of those it is done to. */
  shown: jsonb().$type<Shown>().notNull(),
  sha256: text().notNull(),
  /** Its line in the log. */
  line: bigint({ mode: "number" }).notNull(),
  proposedAt: instant().notNull(),
  expiresAt: instant().notNull(),
});
