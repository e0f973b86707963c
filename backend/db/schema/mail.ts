import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { LeftOut, LetterTexts } from "@/contract/staff/letters";
import { users } from "./accounts";
import { editions, projects } from "./applications";
import { createdAt, id, instant, languageCode } from "./columns";

/* Letters, mails to send, and who asked for one. */

/** What staff wrote to some applicants of an edition; its mails are rows of the outbox, and who sent it is in the journal. */
export const letters = pgTable(
  "letters",
  {
    id: id(),
    editionId: uuid()
      .notNull()
      .references((): AnyPgColumn => editions.id, { onDelete: "cascade" }),
    texts: jsonb().$type<LetterTexts>().notNull(),
    /** For how many it was queued, and for how many not, by reason. */
    count: integer().notNull().default(0),
    leftOut: jsonb().$type<Partial<Record<LeftOut, number>>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.createdAt, table.id), index().on(table.editionId)],
);

/** Mails to send: written in the transaction they belong to, delivered by the worker. */
export const outbox = pgTable(
  "outbox",
  {
    id: id(),
    /** The same key is never queued twice. */
    dedupeKey: text().unique(),
    userId: uuid().references(() => users.id, { onDelete: "set null" }),
    /** The application it is about: its timeline shows what became of the mail. */
    projectId: uuid().references((): AnyPgColumn => projects.id, { onDelete: "set null" }),
    /** The letter it is one of. */
    letterId: uuid().references(() => letters.id, { onDelete: "set null" }),
    recipient: text().notNull(),
    language: languageCode().notNull(),
    template: text().notNull(),
    /** What the template needs; cleared of secrets once sent. */
    data: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: createdAt(),
    nextAttemptAt: createdAt(),
    /** From then on it would say something untrue, and is no longer sent. */
    expiresAt: instant(),
    attempts: integer().notNull().default(0),
    sentAt: instant(),
    failedAt: instant(),
    lastError: text(),
    /** What the mail server said last, in its own words: of one that it took, too. */
    says: text(),
  },
  (table) => [
    index().on(table.nextAttemptAt).where(sql`sent_at is null and failed_at is null`),
    index().on(table.userId),
    index().on(table.recipient),
    index().on(table.projectId),
    index("outbox_open_index").on(table.createdAt).where(sql`sent_at is null`),
    index("outbox_failed_index").on(table.projectId).where(sql`failed_at is not null`),
    index().on(table.createdAt, table.id),
    index("outbox_letter_index").on(table.letterId).where(sql`letter_id is not null`),
  ],
);

/** While it has its row, no worker on any node takes a mail; who wanted it so, and why, is in the journal. */
export const mailPause = pgTable("mail_pause", {
  /** There is one at most. */
  one: boolean().primaryKey().default(true),
  since: createdAt(),
});

/** Who asked for the whitepaper, having read the web privacy policy. Kept for 24 months. */
export const whitepaperRequests = pgTable(
  "whitepaper_requests",
  {
    id: id(),
    /** In lower case. */
    email: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    company: text().notNull(),
    role: text().notNull(),
    newsletter: boolean().notNull(),
    language: languageCode().notNull(),
    /** The policy that was read, and its SHA-256 at that moment. Null in requests from before it was recorded. */
    document: text(),
    sha256: text(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.email), index().on(table.createdAt)],
);
