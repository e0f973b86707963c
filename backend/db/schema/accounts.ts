import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "./columns";

/* People and how they come in. */

export const users = pgTable("users", {
  id: id(),
  /** In lower case; addresses are compared that way. */
  email: text().notNull().unique(),
  /** Argon2id; null for accounts that only have a provider. */
  passwordHash: text(),
  firstName: text().notNull(),
  lastName: text().notNull(),
  newsletter: boolean().notNull().default(false),
  interest: text(),
  interestsModalClosed: boolean().notNull().default(false),
  language: text().notNull().default("it"),
  evaluator: boolean().notNull().default(false),
  emailConfirmedAt: instant(),
  deactivatedAt: instant(),
  /** The person behind it has been taken out: only what proves receipts and scores is left. */
  erasedAt: instant(),
  createdAt: createdAt(),
  updatedAt: createdAt(),
});

/** What was accepted, in which wording's version, and when: never updated, only added to. */
export const consents = pgTable(
  "consents",
  {
    id: id(),
    userId: uuid().references(() => users.id, { onDelete: "set null" }),
    kind: text().notNull(),
    accepted: boolean().notNull(),
    at: createdAt(),
    /** The document that was read, its SHA-256 at that moment, and the language of the page. */
    document: text(),
    sha256: text(),
    language: text(),
    /** Where it was said: a form, or a provider's sign-in. */
    source: text(),
  },
  (table) => [index().on(table.userId)],
);

/** A way in through a provider, known only by issuer and subject. */
export const identities = pgTable(
  "identities",
  {
    provider: text().notNull(),
    subject: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    unique().on(table.userId, table.provider),
  ],
);

/** SHA-256 of each id_token that was accepted: none is accepted twice. Kept until it has expired. */
export const usedProviderTokens = pgTable(
  "used_provider_tokens",
  {
    hash: text().primaryKey(),
    expiresAt: instant().notNull(),
  },
  (table) => [index().on(table.expiresAt)],
);

/** A signed-in device: the family that all of its refresh tokens belong to. */
export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    device: text().notNull().default(""),
    /** SHA-256 of the mark that the site keeps in the browser; null for clients that keep none. */
    deviceKey: text(),
    createdAt: createdAt(),
    lastUsedAt: createdAt(),
    revokedAt: instant(),
  },
  (table) => [index().on(table.userId)],
);

/** SHA-256 of each refresh token: the token itself is never stored. */
export const refreshTokens = pgTable(
  "refresh_tokens",
  {
    hash: text().primaryKey(),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [index().on(table.sessionId)],
);

/** SHA-256 of each token sent by mail (confirm, reset, invitation): single use. */
export const mailTokens = pgTable(
  "mail_tokens",
  {
    hash: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [index().on(table.userId)],
);

/** Counters of rate limits; in the database, so that they hold over several processes. */
export const rateLimits = pgTable("rate_limits", {
  key: text().primaryKey(),
  count: integer().notNull(),
  resetAt: instant().notNull(),
});
