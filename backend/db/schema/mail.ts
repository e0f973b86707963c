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
import type { Audience, LeftOut, LetterTexts } from "@/contract/staff/letters";
import { users } from "./accounts";
import { editions, projects } from "./applications";
import { createdAt, id, instant, languageCode } from "./columns";

/* Tables for letters, the mail outbox, and whitepaper requests. */

/**
 * Letters: bulk emails that staff send in an edition to applicants, evaluators, or other people. The outbox contains
 * the mails; the audit log contains the sender.
 */
export const letters = pgTable(
  "letters",
  {
    id: id(),
    editionId: uuid()
      .notNull()
      .references((): AnyPgColumn => editions.id, { onDelete: "cascade" }),
    /** The group of people who receive the letter, such as applicants. */
    audience: text().$type<Audience>().notNull().default("applications"),
    texts: jsonb().$type<LetterTexts>().notNull(),
    /** Number of people who receive the letter, and number of skipped people by reason. */
    count: integer().notNull().default(0),
    leftOut: jsonb().$type<Partial<Record<LeftOut, number>>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.createdAt, table.id), index().on(table.editionId)],
);

/** Saved texts of letters, which all staff use. The audit log contains the authors of changes. */
export const letterTexts = pgTable("letter_texts", {
  id: id(),
  name: text().notNull().unique(),
  texts: jsonb().$type<LetterTexts>().notNull(),
  changedAt: createdAt(),
});

/**
 * The mail outbox: mails to send. A mail is inserted in the transaction of the change that causes it. The worker
 * delivers the mails.
 */
export const outbox = pgTable(
  "outbox",
  {
    id: id(),
    /** Key that prevents a second mail for the same purpose. */
    dedupeKey: text().unique(),
    userId: uuid().references(() => users.id, { onDelete: "set null" }),
    /** The application that the mail concerns. The application's timeline shows the delivery status. */
    projectId: uuid().references((): AnyPgColumn => projects.id, { onDelete: "set null" }),
    /** The letter (bulk email) that the mail belongs to. */
    letterId: uuid().references(() => letters.id, { onDelete: "set null" }),
    recipient: text().notNull(),
    language: languageCode().notNull(),
    template: text().notNull(),
    /** The values for the mail's template. Secrets are removed after sending. */
    data: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: createdAt(),
    nextAttemptAt: createdAt(),
    /** The time after which the mail's content would be false. The mail is not sent after that time. */
    expiresAt: instant(),
    attempts: integer().notNull().default(0),
    sentAt: instant(),
    failedAt: instant(),
    lastError: text(),
    /** The last response of the mail server, also for accepted mails. */
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

/**
 * While this table has a row, no worker of any instance sends mail. The audit log contains the staff member and the
 * reason.
 */
export const mailPause = pgTable("mail_pause", {
  /** Key with only one allowed value, so that the table has at most one row. */
  one: boolean().primaryKey().default(true),
  since: createdAt(),
});

/** Whitepaper requests by people who read the web privacy policy. A row is kept for 24 months. */
export const whitepaperRequests = pgTable(
  "whitepaper_requests",
  {
    id: id(),
    /** Email address of the whitepaper request, in lower case. */
    email: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    company: text().notNull(),
    role: text().notNull(),
    newsletter: boolean().notNull(),
    language: languageCode().notNull(),
    /** URL of the privacy policy that the person read, and its SHA-256. Null in requests older than these columns. */
    document: text(),
    sha256: text(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.email), index().on(table.createdAt)],
);
