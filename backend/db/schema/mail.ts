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

/* Letters, the outbox, and whitepaper requests. */

/**
 * Letters: bulk emails written by staff in an edition, to applicants, evaluators or other people. The mails are rows of the outbox, and the audit log has
 * the sender.
 */
export const letters = pgTable(
  "letters",
  {
    id: id(),
    editionId: uuid()
      .notNull()
      .references((): AnyPgColumn => editions.id, { onDelete: "cascade" }),
    /** The kind of recipients. */
    audience: text().$type<Audience>().notNull().default("applications"),
    texts: jsonb().$type<LetterTexts>().notNull(),
    /** Number of recipients, and number of skipped ones by reason. */
    count: integer().notNull().default(0),
    leftOut: jsonb().$type<Partial<Record<LeftOut, number>>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.createdAt, table.id), index().on(table.editionId)],
);

/** Saved texts of letters, which all staff use. The audit log has who changed them. */
export const letterTexts = pgTable("letter_texts", {
  id: id(),
  name: text().notNull().unique(),
  texts: jsonb().$type<LetterTexts>().notNull(),
  changedAt: createdAt(),
});

/** Mails to send. Inserted in the transaction they belong to; the worker delivers them. */
export const outbox = pgTable(
  "outbox",
  {
    id: id(),
    /** Prevents a second mail with the same key. */
    dedupeKey: text().unique(),
    userId: uuid().references(() => users.id, { onDelete: "set null" }),
    /** The application that the mail concerns. Its timeline shows the delivery status. */
    projectId: uuid().references((): AnyPgColumn => projects.id, { onDelete: "set null" }),
    /** The letter that the mail belongs to. */
    letterId: uuid().references(() => letters.id, { onDelete: "set null" }),
    recipient: text().notNull(),
    language: languageCode().notNull(),
    template: text().notNull(),
    /** The template's data. Secrets are removed after sending. */
    data: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: createdAt(),
    nextAttemptAt: createdAt(),
    /** When the mail's content becomes false. The mail is not sent afterwards. */
    expiresAt: instant(),
    attempts: integer().notNull().default(0),
    sentAt: instant(),
    failedAt: instant(),
    lastError: text(),
    /** The mail server's last response, also for accepted mails. */
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

/** While this table has a row, no worker of any instance sends mail. The audit log has the person and the reason. */
export const mailPause = pgTable("mail_pause", {
  /** Limits the table to one row. */
  one: boolean().primaryKey().default(true),
  since: createdAt(),
});

/** Whitepaper requests by people who read the web privacy policy. Kept for 24 months. */
export const whitepaperRequests = pgTable(
  "whitepaper_requests",
  {
    id: id(),
    /** Email address in lower case. */
    email: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    company: text().notNull(),
    role: text().notNull(),
    newsletter: boolean().notNull(),
    language: languageCode().notNull(),
    /** The privacy policy that was read and its SHA-256; null in requests older than these columns. */
    document: text(),
    sha256: text(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.email), index().on(table.createdAt)],
);
