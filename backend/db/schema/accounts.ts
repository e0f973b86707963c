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

/* Tables for accounts and sign-in. */

export const users = pgTable(
  "users",
  {
    id: id(),
    /** Email address in lower case, because comparisons are case-sensitive. */
    email: text().notNull().unique(),
    /** Argon2id hash of the password. Null for accounts that sign in only with a provider. */
    passwordHash: text(),
    /** Whether the owner has chosen a password through a link in an email, which proves access to the mailbox. */
    passwordByMail: boolean().notNull().default(false),
    firstName: text().notNull(),
    lastName: text().notNull(),
    newsletter: boolean().notNull().default(false),
    interest: text(),
    interestsModalClosed: boolean().notNull().default(false),
    language: languageCode().notNull().default(DEFAULT_LANGUAGE),
    /** Roles that staff granted. contract/roles.ts adds the roles that every account has. */
    roles: text().array().notNull().default([]),
    /**
     * Whether the account is an evaluator. Only builds older than the column `roles` use this column. A trigger keeps
     * both columns consistent.
     */
    evaluator: boolean().notNull().default(false),
    emailConfirmedAt: instant(),
    deactivatedAt: instant(),
    /** When the person was erased. The account's row keeps only the data that verifies receipts and scores. */
    erasedAt: instant(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    /** Last and first name without case or accents, by which lists are sorted. */
    nameOrder: text().notNull().generatedAlwaysAs(sql`search_key(last_name || ' ' || first_name)`),
    /** Name and email address without case or accents (migration 0003), which the staff search uses. */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(sql`search_key(first_name || ' ' || last_name || ' ' || email)`),
  },
  (table) => [
    index().on(table.createdAt, table.id),
    // Indexes only the accounts with a granted role, which are few.
    index("users_granted_index").on(table.id).where(sql`roles <> '{}'`),
  ],
);

/** Returns the SQL condition that an account has a granted role. Uses the partial index `users_granted_index`. */
export function hasRole(role: GrantedRole): SQL {
  return sql`(${users.roles} <> '{}' and ${role} = any(${users.roles}))`;
}

/** SQL condition: the account has a staff role. */
export const RUNS_PROGRAMME = or(...STAFF_ROLES.map((role) => hasRole(role as GrantedRole))) as SQL;

/** SQL condition: the account is an active evaluator. */
export const IN_JURY = and(hasRole("evaluator"), isNull(users.deactivatedAt)) as SQL;

/** SQL condition: the account is an active evaluator with a confirmed address, who can receive projects and email. */
export const IN_CONFIRMED_JURY = and(IN_JURY, isNotNull(users.emailConfirmedAt)) as SQL;

/**
 * Registration form data of an unconfirmed address. Several people can register the same address. The mailed link
 * confirms only the registration for which it was sent. The confirmation deletes all registrations of the address.
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
    /** The URL path, without the locale, of the private page that opens after the confirmation. */
    next: text(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.userId)],
);

/**
 * Consents: which version of a text a person accepted, and when. Rows are never changed. The consents of an unconfirmed
 * registration are deleted when another registration of the address is confirmed.
 */
export const consents = pgTable(
  "consents",
  {
    id: id(),
    userId: uuid().references(() => users.id, { onDelete: "set null" }),
    kind: text().notNull(),
    accepted: boolean().notNull(),
    at: createdAt(),
    /**
     * The URL of the accepted document, its SHA-256 when the person accepted it, and the language of the page at that
     * time.
     */
    document: text(),
    sha256: text(),
    language: languageCode(),
    /** Where the person gave the consent: in a form, or during a provider's sign-in. */
    source: text(),
    /** The registration that contains the consent, until the address is confirmed. */
    registrationId: uuid().references(() => registrations.id, { onDelete: "set null" }),
  },
  (table) => [index().on(table.userId), index().on(table.registrationId)],
);

/**
 * Requests under data-protection law, with the answer to each request (rule account.requests). A request belongs to an
 * account or to an address without an account. Days are in Rome's time zone.
 */
export const dataRequests = pgTable(
  "data_requests",
  {
    id: id(),
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    /** Email address of the data request in lower case. Null if the request belongs to an account. */
    email: text(),
    kind: text().$type<RequestKind>().notNull(),
    receivedOn: date({ mode: "string" }).notNull(),
    /** What the person requested, in the words of the staff member who recorded the request. */
    note: text().notNull(),
    /** The reason why the answer to the data request is postponed. Null if the answer is not postponed. */
    extension: text(),
    answeredOn: date({ mode: "string" }),
    answer: text(),
    /**
     * The staff member in charge of the data request, since when, and who assigned the request. Null without a staff
     * member in charge.
     */
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

/**
 * A sign-in provider linked to an account. Only the provider and the subject identify the person's account at the
 * provider.
 */
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

/** A session: a device that is signed in, with all refresh tokens that it received. */
export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    device: text().notNull().default(""),
    /** SHA-256 of the browser's device cookie. Null for clients without a device cookie. */
    deviceKey: text(),
    /** The last location that the reverse proxy reported for the session. Empty if the proxy reported none. */
    place: text().notNull().default(""),
    createdAt: createdAt(),
    lastUsedAt: createdAt(),
    /**
     * When the owner last re-authenticated: by any method (`provedAt`), and with a passkey (`keyProvedAt`).
     */
    provedAt: instant(),
    keyProvedAt: instant(),
    revokedAt: instant(),
  },
  (table) => [index().on(table.userId)],
);

/**
 * Impersonations: a read-only token with which a staff member sees an applicant's pages. Only the token's hash is
 * stored. An impersonation ends with the staff member's session.
 */
export const impersonations = pgTable(
  "seeings",
  {
    id: id(),
    hash: text().notNull().unique(),
    /** The session of the staff member, and the account that the staff member impersonates. */
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
    /** URL parameters of the saved list, by name. */
    query: jsonb().$type<Record<string, string>>().notNull(),
    /** Whether all staff members see the saved list. */
    shared: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [unique().on(table.userId, table.list, table.name)],
);

/** Shared saved lists that a staff member has hidden from the list tabs. */
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
    /** The registration that the confirmation link confirms. Null for other kinds of tokens. */
    registrationId: uuid().references(() => registrations.id, { onDelete: "cascade" }),
    /** The email address that the token confirms, if the address differs from the account's address. */
    email: text(),
    /** The session that requested the token. This session stays open after the token is used. */
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
