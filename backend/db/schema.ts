import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { DecisionOutcome, FunnelStage } from "@/contract/funnel";
import type { FileField } from "@/contract/project-fields";
import type { Draft, Project } from "@/contract/project-schemas";

const id = () => uuid().primaryKey().defaultRandom();
/** An instant, milliseconds are enough and travel through ISO texts unchanged. */
const instant = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });
const createdAt = () => instant().notNull().defaultNow();

// ---- people ---------------------------------------------------------------------------------

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

/** Mails to send: written in the transaction they belong to, delivered by the worker. */
export const outbox = pgTable(
  "outbox",
  {
    id: id(),
    /** The same key is never queued twice. */
    dedupeKey: text().unique(),
    userId: uuid().references(() => users.id, { onDelete: "set null" }),
    /** The application it is about: its timeline tells what became of the mail. */
    projectId: uuid().references((): AnyPgColumn => projects.id, { onDelete: "set null" }),
    recipient: text().notNull(),
    language: text().notNull(),
    template: text().notNull(),
    /** What the template needs; cleared of secrets once sent. */
    data: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: createdAt(),
    nextAttemptAt: createdAt(),
    /** From then on it would say something untrue, and is not sent any more. */
    expiresAt: instant(),
    attempts: integer().notNull().default(0),
    sentAt: instant(),
    failedAt: instant(),
    lastError: text(),
  },
  (table) => [
    index().on(table.nextAttemptAt).where(sql`sent_at is null and failed_at is null`),
    index().on(table.userId),
    index().on(table.projectId),
  ],
);

// ---- editions -------------------------------------------------------------------------------

export const editions = pgTable("editions", {
  id: id(),
  year: integer().notNull().unique(),
  opensAt: instant().notNull(),
  closesAt: instant().notNull(),
  awardedAt: instant(),
  afterSending: text().notNull().default("editable_until_deadline"),
  /** From when scores may be given; null: from the first sent project on. */
  evaluationOpensAt: instant(),
  evaluationClosesAt: instant(),
  /** Receipts given so far: the last receipt's number. Raised in the transaction that sends. */
  receiptCount: integer().notNull().default(0),
});

/** Who changed an edition, or extended somebody's deadline, and why. */
export const editionLog = pgTable("edition_log", {
  id: id(),
  editionId: uuid()
    .notNull()
    .references(() => editions.id),
  at: createdAt(),
  actor: text().notNull(),
  action: text().notNull(),
  reason: text().notNull(),
  data: jsonb().$type<Record<string, string>>().notNull(),
});

// ---- applications ---------------------------------------------------------------------------

export const projects = pgTable(
  "projects",
  {
    id: id(),
    editionId: uuid()
      .notNull()
      .references(() => editions.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** The draft's non-file fields; absent ones are empty. */
    fields: jsonb().$type<Draft>().notNull(),
    /** Raised by every save, upload and deletion; what If-Match compares. */
    version: integer().notNull().default(0),
    savedAt: instant(),
    /** The version that was sent last; null before the first sending. */
    sentVersion: integer(),
    sentAt: instant(),
    withdrawnAt: instant(),
    /** An extension of the deadline for this applicant alone. */
    extendedUntil: instant(),
    eventId: text(),
    pixelBrowserId: text(),
    pixelClickId: text(),
    createdAt: createdAt(),
  },
  // "One project per candidate" (specification part 1).
  (table) => [unique().on(table.editionId, table.userId)],
);

export const files = pgTable(
  "files",
  {
    id: id(),
    projectId: uuid()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    field: text().$type<FileField>().notNull(),
    name: text().notNull(),
    size: integer().notNull(),
    type: text().notNull(),
    sha256: text().notNull(),
    pages: integer(),
    duration: real(),
    uploadedAt: createdAt(),
    /** Replaced or deleted in the draft; kept while a sent version holds it. */
    detachedAt: instant(),
  },
  // A field holds one file at a time.
  (table) => [
    uniqueIndex().on(table.projectId, table.field).where(sql`detached_at is null`),
    index().on(table.projectId),
  ],
);

/** An upload under way: whose it is, before a single byte is stored. */
export const uploads = pgTable(
  "uploads",
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    projectId: uuid()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    field: text().$type<FileField>().notNull(),
    name: text().notNull(),
    size: integer().notNull(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    /** The file it became. Finished uploads never expire. */
    finishedAt: instant(),
  },
  (table) => [index().on(table.projectId)],
);

/** A version that was sent: immutable, what evaluators see while it is the current one. */
export const submissions = pgTable(
  "submissions",
  {
    id: id(),
    projectId: uuid()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    editionId: uuid()
      .notNull()
      .references(() => editions.id),
    /** The receipt's number, such as 2026-000123. */
    number: text().notNull().unique(),
    sha256: text().notNull(),
    idempotencyKey: text(),
    version: integer().notNull(),
    sentAt: instant().notNull(),
    /** The whole project as sent, files included. */
    project: jsonb().$type<Project>().notNull(),
    /** The one evaluators see; older ones are history, a withdrawn project has none. */
    current: boolean().notNull().default(true),
    // Copies of what the evaluators' list filters, searches and sorts by.
    nome: text().notNull(),
    idea: text().notNull(),
    tipologiaImpresa: text().notNull(),
    stage: text().notNull(),
    industry: text().notNull(),
    tech: text().notNull(),
    /** `nome` and `idea` without case and accents (migration 0003), for searching and sorting. */
    nomeKey: text().notNull().generatedAlwaysAs(sql`search_key(nome)`),
    searchText: text().notNull().generatedAlwaysAs(sql`search_key(nome || ' ' || idea)`),
  },
  (table) => [
    uniqueIndex().on(table.projectId).where(sql`current`),
    index().on(table.editionId, table.sentAt, table.id).where(sql`current`),
    index().on(table.editionId, table.nomeKey, table.id).where(sql`current`),
    index().using("gin", table.searchText.op("gin_trgm_ops")).where(sql`current`),
    index().on(table.projectId, table.version),
  ],
);

/** The people of sent projects: a phone number belongs to one project per edition. */
export const projectPeople = pgTable(
  "project_people",
  {
    editionId: uuid()
      .notNull()
      .references(() => editions.id),
    /** Normalised, E.164. */
    phone: text().notNull(),
    projectId: uuid()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ columns: [table.editionId, table.phone] }), index().on(table.projectId)],
);

export const projectEvents = pgTable(
  "project_events",
  {
    id: id(),
    /** The order in which things happened, where two have the same instant. */
    sequence: bigserial({ mode: "number" }),
    projectId: uuid()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    at: createdAt(),
    type: text().notNull(),
    data: jsonb().$type<Record<string, string | number | boolean | null>>().notNull(),
  },
  (table) => [index().on(table.projectId, table.at)],
);

// ---- evaluation -----------------------------------------------------------------------------

export const evaluations = pgTable(
  "evaluations",
  {
    id: id(),
    editionId: uuid()
      .notNull()
      .references(() => editions.id),
    projectId: uuid()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    evaluatorId: uuid()
      .notNull()
      .references(() => users.id),
    impact: smallint(),
    utility: smallint(),
    feasibility: smallint(),
    scalability: smallint(),
    innovation: smallint(),
    note: text().notNull().default(""),
    version: integer().notNull().default(0),
    /** The sent version that was read when the last score was given. */
    submissionId: uuid().references(() => submissions.id, { onDelete: "set null" }),
    recusal: text(),
    recusedAt: instant(),
    updatedAt: createdAt(),
  },
  (table) => [
    unique().on(table.evaluatorId, table.projectId),
    index().on(table.evaluatorId, table.editionId),
    index().on(table.projectId),
    check(
      "scores_are_0_to_10",
      sql`impact between 0 and 10 and utility between 0 and 10 and feasibility between 0 and 10 and scalability between 0 and 10 and innovation between 0 and 10`,
    ),
  ],
);

/** A closed evaluation: the frozen scores and their hash. Reopening is another row's business. */
export const evaluationRecords = pgTable(
  "evaluation_records",
  {
    id: id(),
    editionId: uuid()
      .notNull()
      .references(() => editions.id),
    evaluatorId: uuid()
      .notNull()
      .references(() => users.id),
    closedAt: instant().notNull(),
    record: jsonb().notNull(),
    sha256: text().notNull(),
    reopenedAt: instant(),
    reopenedReason: text(),
  },
  (table) => [uniqueIndex().on(table.editionId, table.evaluatorId).where(sql`reopened_at is null`)],
);

/** One act that made decisions known: all of them at once, or none. */
export const decisionReleases = pgTable("decision_releases", {
  id: id(),
  editionId: uuid()
    .notNull()
    .references(() => editions.id),
  at: instant().notNull(),
  actor: text().notNull(),
  reason: text().notNull(),
});

/**
 * How far a project gets in the selection: who decided it, why and when. Staff's secret until it
 * is released; from then on it never changes, and a correction is another decision.
 */
export const decisions = pgTable(
  "decisions",
  {
    id: id(),
    sequence: bigserial({ mode: "number" }),
    editionId: uuid()
      .notNull()
      .references(() => editions.id),
    projectId: uuid()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    stage: text().$type<FunnelStage>().notNull(),
    outcome: text().$type<DecisionOutcome>().notNull(),
    decidedAt: instant().notNull(),
    actor: text().notNull(),
    reason: text().notNull(),
    /** Decided against the order of the stages, on purpose. */
    override: boolean().notNull().default(false),
    /** It takes the place of what was released about this stage before. */
    correction: boolean().notNull().default(false),
    releaseId: uuid().references(() => decisionReleases.id),
    undoneAt: instant(),
    undoneBy: text(),
    undoneReason: text(),
  },
  (table) => [
    uniqueIndex()
      .on(table.projectId, table.stage)
      .where(sql`release_id is null and undone_at is null`),
    index().on(table.editionId, table.stage),
    index().on(table.projectId),
    check("known_outcome", sql`outcome in ('selected', 'not_selected')`),
    check("released_or_undone", sql`release_id is null or undone_at is null`),
  ],
);

// ---- forms ----------------------------------------------------------------------------------

/** Who asked for the whitepaper, accepting the privacy notice as they did. Kept for 24 months. */
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
    language: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.email), index().on(table.createdAt)],
);
