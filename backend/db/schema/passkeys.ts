import { bigint, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { sessions, users } from "./accounts";
import { createdAt, id, instant } from "./columns";

/* Tables for passkeys and second factors. */

/** A passkey's public key, which verifies signatures. The private key never leaves the owner's device. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The passkey's id in base64url, as the authenticator reports it. The public key (COSE) is also in base64url. */
    credentialId: text().notNull().unique(),
    publicKey: text().notNull(),
    /** The authenticator's signature counter; always 0 for authenticators without a counter. */
    counter: bigint({ mode: "number" }).notNull(),
    /** How browsers reach the passkey, such as by USB. Browsers use this value to find the passkey. */
    transports: text().array().notNull().default([]),
    name: text().notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant(),
  },
  (table) => [index().on(table.userId)],
);

/**
 * A challenge that a passkey signs, or that continues a sign-in. A challenge is valid once, for one purpose, for a few
 * minutes.
 */
export const challenges = pgTable(
  "challenges",
  {
    /** SHA-256 of the challenge. */
    hash: text().primaryKey(),
    purpose: text().notNull(),
    /** The session that requested the challenge. Null for a sign-in. */
    sessionId: uuid().references(() => sessions.id, { onDelete: "cascade" }),
    /** The account whose sign-in continues with the challenge. Null for other purposes. */
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [index().on(table.expiresAt), index().on(table.sessionId), index().on(table.userId)],
);

/** An authenticator app (TOTP): the encrypted secret of its codes (backend/users/second-factor/seal.ts). */
export const authenticatorApps = pgTable("authenticator_apps", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  secret: text().notNull(),
  /** The 30-second step of the last accepted code. Codes of this step or an earlier step are rejected. */
  lastStep: bigint({ mode: "number" }).notNull(),
  createdAt: createdAt(),
  lastUsedAt: instant(),
});

/** SHA-256 of each recovery code. */
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

/** Accounts whose second factor staff will reset, with the time of the reset. */
export const factorResets = pgTable("factor_resets", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  createdAt: createdAt(),
  dueAt: instant().notNull(),
});
