import { and, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
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
import { type GrantedRole, STAFF_ROLES } from "@/contract/roles";
import type { RequestKind } from "@/contract/staff/data-requests";
import type { SavedList } from "@/contract/staff/saved-lists";
import { createdAt, id, instant, languageCode } from "./columns";

/* Accounts and sign-in. */

export const users = pgTable(
  "users",
  {
    id: id(),
    /** Email address in lower case, because comparisons are case-sensitive. */
    email: text().notNull().unique(),
    /** Argon2id hash; null for accounts that use only a provider. */
    passwordHash: text(),
    /** Whether the owner has chosen a password through a mailed link, which proves access to the mailbox. */
    passwordByMail: boolean().notNull().default(false),
    firstName: text().notNull(),
    lastName: text().notNull(),
    newsletter: boolean().notNull().default(false),
    interest: text(),
    interestsModalClosed: boolean().notNull().default(false),
    language: languageCode().notNull().default(DEFAULT_LANGUAGE),
    /** Roles that staff granted. contract/roles.ts adds the roles that every account has. */
    roles: text().array().notNull().default([]),
    /** Used by builds older than `roles`. A trigger keeps both columns consistent. */
    evaluator: boolean().notNull().default(false),
    emailConfirmedAt: instant(),
    deactivatedAt: instant(),
    /** When the person was erased. Only the data that verifies receipts and scores remains. */
    erasedAt: instant(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    /** Last and first name without case or accents, for the order of lists. */
    nameOrder: text().notNull().generatedAlwaysAs(sql`search_key(last_name || ' ' || first_name)`),
    /** Name and address without case or accents (migration 0003), for the search by staff. */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(sql`search_key(first_name || ' ' || last_name || ' ' || email)`),
  },
  (table) => [
    index().on(table.createdAt, table.id),
    // Indexes only the few accounts with a granted role, among all accounts.
    index("users_granted_index").on(table.id).where(sql`roles <> '{}'`),
  ],
);

/** Returns the SQL condition for a granted role. Uses the partial index `users_granted_index`. */
export function hasRole(role: GrantedRole): SQL {
  return sql`(${users.roles} <> '{}' and ${role} = any(${users.roles}))`;
}

/** Condition: the account has a staff role. */
export const RUNS_PROGRAMME = or(...STAFF_ROLES.map((role) => hasRole(role as GrantedRole))) as SQL;

/** Condition: the account is an active evaluator. */
export const IN_JURY = and(hasRole("evaluator"), isNull(users.deactivatedAt)) as SQL;

/** Condition: the account is an active evaluator with a confirmed address, who can receive readings and email. */
export const IN_CONFIRMED_JURY = and(IN_JURY, isNotNull(users.emailConfirmedAt)) as SQL;

/**
 * Registration form data of an unconfirmed address. One address can have several registrations by different people. The
 * mailed link confirms its own registration, and then all registrations are deleted.
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
    /** The page of the private area to open afterwards, without a language. */
    next: text(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.userId)],
);

/**
 * Consents: which version of a text was accepted, and when. Append-only. When another registration is confirmed, the consents
 * of an unconfirmed one are deleted with it.
 */
export const consents = pgTable(
  "consents",
  {
    id: id(),
    userId: uuid().references(() => users.id, { onDelete: "set null" }),
    kind: text().notNull(),
    accepted: boolean().notNull(),
    at: createdAt(),
    /** The accepted document, its SHA-256 at that time, and the language of the page. */
    document: text(),
    sha256: text(),
    language: languageCode(),
    /** Where the person consented: a form, or a provider's sign-in. */
    source: text(),
    /** The registration with the consent, until the address is confirmed. */
    registrationId: uuid().references(() => registrations.id, { onDelete: "set null" }),
  },
  (table) => [index().on(table.userId), index().on(table.registrationId)],
);

/**
 * Data requests and their answers, from an account or from an address without an account (rule account.requests). Days are in
 * Rome's time zone.
 */
export const dataRequests = pgTable(
  "data_requests",
  {
    id: id(),
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    /** Email address in lower case; null if the request belongs to an account. */
    email: text(),
    kind: text().$type<RequestKind>().notNull(),
    receivedOn: date({ mode: "string" }).notNull(),
    /** What the person asked, in the words of the staff member who recorded it. */
    note: text().notNull(),
    /** The reason for the extension; null without an extension. */
    extension: text(),
    answeredOn: date({ mode: "string" }),
    answer: text(),
    /** The colleague in charge, since when, and who assigned the request; null without a colleague. */
    ownerId: uuid().references(() => users.id, { onDelete: "set null" }),
    ownedSince: instant(),
    ownedById: uuid().references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [
    index().on(table.userId),
    index().on(table.email),
    index().on(table.receivedOn).where(sql`answered_on is null`),
    index().on(table.ownerId).where(sql`owner_id is not null`),
    check("data_requests_whose", sql`(user_id is null) <> (email is null)`),
  ],
);

/** A provider linked to an account, identified by issuer and subject only. */
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

/** SHA-256 of each accepted id_token, kept until the token expires, so that no token is accepted twice. */
export const usedProviderTokens = pgTable(
  "used_provider_tokens",
  {
    hash: text().primaryKey(),
    expiresAt: instant().notNull(),
  },
  (table) => [index().on(table.expiresAt)],
);

/** A session: a signed-in device with its family of refresh tokens. */
export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    device: text().notNull().default(""),
    /** SHA-256 of the browser's device cookie; null for clients without one. */
    deviceKey: text(),
    /** The last location that the reverse proxy reported; empty without one. */
    place: text().notNull().default(""),
    createdAt: createdAt(),
    lastUsedAt: createdAt(),
    /** When the owner last re-authenticated: by any method, and with a passkey. */
    provedAt: instant(),
    keyProvedAt: instant(),
    revokedAt: instant(),
  },
  (table) => [index().on(table.userId)],
);

/**
 * Impersonations: a read-only token, stored as a hash, with which a staff member sees an applicant's pages. It ends with the
 * staff member's session.
 */
export const impersonations = pgTable(
  "seeings",
  {
    id: id(),
    hash: text().notNull().unique(),
    /** The staff member's session and the impersonated account. */
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

/** List filters that a staff member saved under a personal name (contract/staff/saved-lists.ts). */
export const savedLists = pgTable(
  "saved_lists",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    list: text().$type<SavedList>().notNull(),
    name: text().notNull(),
    /** URL parameters by name. */
    query: jsonb().$type<Record<string, string>>().notNull(),
    /** Whether all colleagues see the view. */
    shared: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [unique().on(table.userId, table.list, table.name)],
);

/** Shared views that a staff member hides from the own tabs. */
export const hiddenLists = pgTable(
  "hidden_lists",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    listId: uuid()
      .notNull()
      .references(() => savedLists.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.listId] }), index().on(table.listId)],
);

/** SHA-256 of each refresh token. The token itself is never stored. */
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

/** SHA-256 of each single-use token sent by mail (confirm, reset, invitation). */
export const mailTokens = pgTable(
  "mail_tokens",
  {
    hash: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text().notNull(),
    /** The registration that a confirmation link confirms; null for other kinds. */
    registrationId: uuid().references(() => registrations.id, { onDelete: "cascade" }),
    /** The email address that the token confirms, if it differs from the account's address. */
    email: text(),
    /** The session that requested the token and stays open afterwards. */
    sessionId: uuid().references(() => sessions.id, { onDelete: "set null" }),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [index().on(table.userId), index().on(table.registrationId)],
);

/** Rate-limit counters, stored in the database so that all processes share them. */
export const rateLimits = pgTable("rate_limits", {
  key: text().primaryKey(),
  count: integer().notNull(),
  resetAt: instant().notNull(),
});
