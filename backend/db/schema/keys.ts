import { bigint, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { sessions, users } from "./accounts";
import { createdAt, id, instant } from "./columns";

/* Keys that prove who somebody is without a word to remember. */

/** A passkey: what its signatures are checked with. The secret half never leaves its owner's device. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** What the authenticator calls it; base64url, as is the public key (COSE). */
    credentialId: text().notNull().unique(),
    publicKey: text().notNull(),
    /** Signatures so far as the authenticator counts them; 0 for ever where it does not. */
    counter: bigint({ mode: "number" }).notNull(),
    /** How browsers reach it, for the list of keys that a device need not offer again. */
    transports: text().array().notNull().default([]),
    name: text().notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant(),
  },
  (table) => [index().on(table.userId)],
);

/** What an authenticator is asked to sign, or a sign-in to go on with: for one purpose, once, for a few minutes. */
export const challenges = pgTable(
  "challenges",
  {
    /** SHA-256 of it. */
    hash: text().primaryKey(),
    purpose: text().notNull(),
    /** The session it was asked for in; null for a sign-in, which has none yet. */
    sessionId: uuid().references(() => sessions.id, { onDelete: "cascade" }),
    /** Whose sign-in goes on with it; null for the other purposes. */
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [index().on(table.expiresAt), index().on(table.sessionId), index().on(table.userId)],
);

/** An authenticator app (TOTP): what its codes are reckoned from, sealed (backend/users/factor/seal.ts). */
export const authenticatorApps = pgTable("authenticator_apps", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  secret: text().notNull(),
  /** The half-minute whose code was accepted last: neither it nor one before it is good again. */
  lastStep: bigint({ mode: "number" }).notNull(),
  createdAt: createdAt(),
  lastUsedAt: instant(),
});

/** SHA-256 of each recovery code of an app. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    hash: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
    usedAt: instant(),
  },
  (table) => [index().on(table.userId)],
);

/** Accounts whose passkeys and app staff have asked to take off, and when that happens. */
export const factorResets = pgTable("factor_resets", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  createdAt: createdAt(),
  dueAt: instant().notNull(),
});
