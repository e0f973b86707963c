import { type SQL, sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { DEFAULT_LANGUAGE } from "@/contract/languages";
import type { GrantedRole } from "@/contract/roles";
import type { RequestKind } from "@/contract/staff/data-requests";
import type { SavedList } from "@/contract/staff/saved-lists";
import { createdAt, id, instant, languageCode } from "./columns";

/* People and how they sign in. */

export const users = pgTable(
  "users",
  {
    id: id(),
    /** In lower case; addresses are compared that way. */
    email: text().notNull().unique(),
    /** Argon2id; null for accounts that have only a provider. */
    passwordHash: text(),
    /** Whether a password has been chosen through a link from the mailbox: only its owner can do that. */
    passwordByMail: boolean().notNull().default(false),
    firstName: text().notNull(),
    lastName: text().notNull(),
    newsletter: boolean().notNull().default(false),
    interest: text(),
    interestsModalClosed: boolean().notNull().default(false),
    language: languageCode().notNull().default(DEFAULT_LANGUAGE),
    /** Roles that staff granted; those that everyone has are in contract/roles.ts alone. */
    roles: text().array().notNull().default([]),
    /** Builds from before `roles` read and write this; a trigger keeps the two in step. */
    evaluator: boolean().notNull().default(false),
    emailConfirmedAt: instant(),
    deactivatedAt: instant(),
    /** The person behind it has been erased: only what proves receipts and scores is left. */
    erasedAt: instant(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    /** Name and address without case or accents (migration 0003), for the staff's search. */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(sql`search_key(first_name || ' ' || last_name || ' ' || email)`),
  },
  (table) => [
    index().on(table.createdAt, table.id),
    // Those few who have been granted a role, among all who ever applied.
    index("users_granted_index").on(table.id).where(sql`roles <> '{}'`),
  ],
);

/** Whether an account has been granted a role: `users_granted_index` has those that have any. */
export function hasRole(role: GrantedRole): SQL {
  return sql`(${users.roles} <> '{}' and ${role} = any(${users.roles}))`;
}

/**
 * What somebody entered in the form for an address that is not proved yet. An address may have several,
 * from several people: the link in the mail confirms its own, and then all of them go.
 */
export const registrations = pgTable(
  "registrations",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    passwordHash: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    newsletter: boolean().notNull(),
    interest: text(),
    language: languageCode().notNull(),
    /** Where the person was going: a page of the private area, without language. */
    next: text(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.userId)],
);

/**
 * What was accepted, in which version of the wording, and when: append-only. What came with
 * a registration that was not the one confirmed goes with it.
 */
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
    language: languageCode(),
    /** Where it was said: a form, or a provider's sign-in. */
    source: text(),
    /** The registration it was given in, while nobody has proved the address. */
    registrationId: uuid().references(() => registrations.id, { onDelete: "set null" }),
  },
  (table) => [index().on(table.userId), index().on(table.registrationId)],
);

/**
 * What somebody has asked for about their data, and what came of it (rule account.requests): whoever has an account, or an
 * address that has none. Days are those of Rome.
 */
export const dataRequests = pgTable(
  "data_requests",
  {
    id: id(),
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    /** In lower case; null where it is an account's. */
    email: text(),
    kind: text().$type<RequestKind>().notNull(),
    receivedOn: date({ mode: "string" }).notNull(),
    /** What was asked, in the words of whoever took it down. */
    note: text().notNull(),
    /** Why it takes longer; null where it does not. */
    extension: text(),
    answeredOn: date({ mode: "string" }),
    answer: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index().on(table.userId),
    index().on(table.email),
    index().on(table.receivedOn).where(sql`answered_on is null`),
    check("data_requests_whose", sql`(user_id is null) <> (email is null)`),
  ],
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

/** SHA-256 of each accepted id_token: none is accepted twice. Kept until it expires. */
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
    /** Where it was used last, in the words of the proxy in front; empty where none tells. */
    place: text().notNull().default(""),
    createdAt: createdAt(),
    lastUsedAt: createdAt(),
    /** When its owner last proved to be there: in any way, and with a passkey. */
    provedAt: instant(),
    keyProvedAt: instant(),
    revokedAt: instant(),
  },
  (table) => [index().on(table.userId)],
);

/**
 * Somebody of the staff who sees what an applicant sees: a token that only reads, of which the hash is kept. It ends with
 * the session that it was asked for in.
 */
export const seeings = pgTable(
  "seeings",
  {
    id: id(),
    hash: text().notNull().unique(),
    /** Who looks, by session, and as whom. */
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    endsAt: instant().notNull(),
  },
  (table) => [index().on(table.sessionId), index().on(table.userId)],
);

/** Filters that one of the staff keeps under a name of their own (contract/staff/saved-lists.ts). */
export const savedLists = pgTable(
  "saved_lists",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    list: text().$type<SavedList>().notNull(),
    name: text().notNull(),
    /** The address's parameters by name. */
    query: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [unique().on(table.userId, table.list, table.name)],
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
    /** What a confirmation confirms; null for the other kinds. */
    registrationId: uuid().references(() => registrations.id, { onDelete: "cascade" }),
    /** The address that it proves where that is not the account's. */
    email: text(),
    /** The session it was asked for in, which goes on. */
    sessionId: uuid().references(() => sessions.id, { onDelete: "set null" }),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [index().on(table.userId), index().on(table.registrationId)],
);

/** Rate-limit counters; in the database, so that they apply across processes. */
export const rateLimits = pgTable("rate_limits", {
  key: text().primaryKey(),
  count: integer().notNull(),
  resetAt: instant().notNull(),
});
