import { sql } from "drizzle-orm";
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  DEFAULT_PLACES,
  DEFAULT_READINGS,
  DEFAULT_REMINDERS,
  type Reminders,
} from "@/contract/edition-figures";
import type { Places } from "@/contract/evaluation/funnel";
import type { Captions } from "@/contract/project/captions";
import type { FileField } from "@/contract/project/project-fields";
import type { Draft, Project } from "@/contract/project/project-schemas";
import { RENDITION_STATES, type RenditionState } from "@/contract/project/renditions";
import { users } from "./accounts";
import { createdAt, id, instant, isOneOf } from "./columns";

/* Editions, and the applications of applicants. */

export const editions = pgTable("editions", {
  id: id(),
  year: integer().notNull().unique(),
  opensAt: instant().notNull(),
  closesAt: instant().notNull(),
  awardedAt: instant(),
  afterSending: text().notNull().default("editable_until_deadline"),
  /** When evaluation opens; null: with the first submission. */
  evaluationOpensAt: instant(),
  evaluationClosesAt: instant(),
  /** When the closing date was last moved; null: never. Reminders that were due before that time are not sent. */
  closesMovedAt: instant(),
  evaluationClosesMovedAt: instant(),
  /** The number of the last receipt. Incremented in the transaction that submits. */
  receiptCount: integer().notNull().default(0),
  // The edition's figures (rule staff.figures). A former version inserts editions without them.
  places: jsonb().$type<Places>().notNull().default(DEFAULT_PLACES),
  /** Wanted readings per project while the edition has no reading plan. */
  readings: integer().notNull().default(DEFAULT_READINGS),
  /** Null: the site's setting, `GRACE_MINUTES`. */
  graceMinutes: integer(),
  reminders: jsonb().$type<Reminders>().notNull().default(DEFAULT_REMINDERS),
  /** Whether the first reading's evaluators write texts for applicants. Later rounds have their own setting. */
  feedback: boolean().notNull().default(false),
  /** Whether applicants learn if they are above, around, or below the median of the first reading. */
  feedbackBand: boolean().notNull().default(false),
  /** Whether the first reading's evaluators discuss projects. Later rounds have their own setting, and their chair in the jury. */
  discussion: boolean().notNull().default(false),
  discussionChair: uuid().references(() => users.id, { onDelete: "set null" }),
});

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
    /** The draft's fields except files. Missing fields are empty. */
    fields: jsonb().$type<Draft>().notNull(),
    /** The draft's version, which If-Match compares. Incremented by every save, upload, and deletion. */
    version: integer().notNull().default(0),
    savedAt: instant(),
    /** The last submitted version; null before the first submission. */
    sentVersion: integer(),
    sentAt: instant(),
    withdrawnAt: instant(),
    /** When the content was erased. The receipts stay (rule application.retention). */
    erasedAt: instant(),
    /** A deadline extension for this applicant only. */
    extendedUntil: instant(),
    eventId: text(),
    pixelBrowserId: text(),
    pixelClickId: text(),
    /** IANA time zone of the device that saved last; null if no browser saved. */
    timeZone: text(),
    /** The colleague in charge, since when, and who assigned the application; null without a colleague. */
    ownerId: uuid().references(() => users.id, { onDelete: "set null" }),
    ownedSince: instant(),
    ownedById: uuid().references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    /** Name without case or accents, for the order of lists. */
    nomeKey: text().notNull().generatedAlwaysAs(sql`search_key(coalesce(fields->>'nome', ''))`),
    /**
     * Search text for staff without case or accents: the name, the contact's address, and the name and the digits of the
     * phone number of the contact and of each member.
     */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(
        sql`search_key(coalesce(fields->>'nome', '') || ' ' || people_text(fields))`,
      ),
    /** Names of the non-empty answers (rule application.filled). */
    filled: text().array().notNull().generatedAlwaysAs(sql`filled_answers(fields)`),
    /**
     * Used by builds older than `complete.ts`, which compares `filled`. Contains the field names of that time: a stored copy of
     * the contract's list would need a migration with every change.
     */
    answered: boolean()
      .notNull()
      .generatedAlwaysAs(
        sql`filled_answers(fields) @> array['nome', 'idea', 'tipologia_impresa', 'femminile', 'stage', 'industry', 'tech', 'sustainableretail', 'referente_nome_e_cognome', 'referente_ruolo', 'referente_email', 'referente_telefono', 'referente_age', 'team']`,
      ),
  },
  (table) => [
    // One application per candidate and edition (rule application.one-each).
    unique().on(table.editionId, table.userId),
    index().on(table.userId),
    index().on(table.editionId, table.extendedUntil).where(sql`extended_until is not null`),
    index().on(table.ownerId).where(sql`owner_id is not null`),
    index("projects_edition_id_last_saved_index").on(
      table.editionId,
      sql`coalesce(saved_at, created_at)`,
      table.id,
    ),
  ],
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
    /** Codecs of the video's picture and sound. */
    codec: text(),
    soundCodec: text(),
    /** Captions of the video in the draft; null without any. A submission has its own copy. */
    captions: jsonb().$type<Captions>(),
    uploadedAt: createdAt(),
    /** When the file was replaced or deleted in the draft. The row stays while a submission refers to the file. */
    detachedAt: instant(),
  },
  // A field holds one attached file at a time.
  (table) => [
    uniqueIndex().on(table.projectId, table.field).where(sql`detached_at is null`),
    index().on(table.projectId),
  ],
);

/**
 * The playable rendition of a video file, as a job and its result. The bytes are not part of a backup: a row whose bytes are
 * missing is deleted, and the job creates the rendition again.
 */
export const renditions = pgTable(
  "renditions",
  {
    fileId: uuid()
      .primaryKey()
      .references(() => files.id, { onDelete: "cascade" }),
    state: text().$type<RenditionState>().notNull().default("waiting"),
    /** Ids of the bytes in the file store, derived from the file's id: the video or the PDF, and the poster of a video. */
    mainId: uuid("video_id").notNull(),
    posterId: uuid().notNull(),
    /** Number of conversions that began. */
    attempts: integer().notNull().default(0),
    /** Last sign of life of the process that converts; null before the first conversion. */
    claimedAt: instant(),
    createdAt: createdAt(),
    /** SHA-256 (hex) of the bytes of the video or of the PDF; null until the rendition is ready. */
    sha256: text(),
    /** Why the conversion failed. */
    reason: text(),
  },
  (table) => [
    index().on(table.mainId),
    index().on(table.posterId),
    index().on(table.createdAt).where(sql`state = 'waiting'`),
    check("renditions_state", isOneOf("state", RENDITION_STATES)),
  ],
);

/** An unfinished upload. Its row names the owner before the first byte is stored. */
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
    /** The process that writes the bytes (`backend/files/writer.ts`); null for uploads older than this column. */
    writer: uuid(),
    /** When the upload became a file. Finished uploads never expire. */
    finishedAt: instant(),
  },
  (table) => [index().on(table.projectId)],
);

/** A submission: immutable. Evaluators see the current one. */
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
    /** The complete application as submitted, including file descriptions. */
    project: jsonb().$type<Project>().notNull(),
    /** Whether evaluators see this submission. Older ones are history; a withdrawn application has no current one. */
    current: boolean().notNull().default(true),
    // Columns that the evaluators' list shows, filters, searches, and sorts by.
    nome: text().notNull().generatedAlwaysAs(sql`coalesce(project->>'nome', '')`),
    idea: text().notNull().generatedAlwaysAs(sql`coalesce(project->>'idea', '')`),
    tipologiaImpresa: text()
      .notNull()
      .generatedAlwaysAs(sql`coalesce(project->>'tipologia_impresa', '')`),
    stage: text().notNull().generatedAlwaysAs(sql`coalesce(project->>'stage', '')`),
    industry: text().notNull().generatedAlwaysAs(sql`coalesce(project->>'industry', '')`),
    tech: text().notNull().generatedAlwaysAs(sql`coalesce(project->>'tech', '')`),
    // Columns that only the figures count.
    femminile: text().notNull().generatedAlwaysAs(sql`coalesce(project->>'femminile', '')`),
    sustainableretail: text()
      .notNull()
      .generatedAlwaysAs(sql`coalesce(project->>'sustainableretail', '')`),
    referenteAge: text().notNull().generatedAlwaysAs(sql`coalesce(project->>'referente_age', '')`),
    /** How the members of the team heard of the programme, each value once (see the migration). */
    heard: text().array().notNull().generatedAlwaysAs(sql`heard_from(project)`),
    /** `nome` and `idea` without case or accents (migration 0003), for search and sorting. */
    nomeKey: text().notNull().generatedAlwaysAs(sql`search_key(coalesce(project->>'nome', ''))`),
    searchText: text()
      .notNull()
      .generatedAlwaysAs(
        sql`search_key(coalesce(project->>'nome', '') || ' ' || coalesce(project->>'idea', ''))`,
      ),
    /** Names of all people and the contact's address, normalized for comparison (see the migration). */
    peopleKeys: text().array().notNull().generatedAlwaysAs(sql`people_keys(project)`),
  },
  (table) => [
    uniqueIndex().on(table.projectId).where(sql`current`),
    index().on(table.editionId, table.sentAt, table.id).where(sql`current`),
    index().on(table.editionId, table.nomeKey, table.id).where(sql`current`),
    // Without fastupdate, because its pending list slows every search until the next vacuum. The index includes the edition, so
    // that a search does not scan the submissions of all editions.
    index()
      .using("gin", table.editionId, table.searchText.op("gin_trgm_ops"))
      .with({ fastupdate: false })
      .where(sql`current`),
    index().using("gin", table.peopleKeys).with({ fastupdate: false }).where(sql`current`),
    index().on(table.projectId, table.version),
  ],
);

/** Phone numbers of the people in submitted applications. A number belongs to one application per edition. */
export const projectPeople = pgTable(
  "project_people",
  {
    editionId: uuid()
      .notNull()
      .references(() => editions.id),
    /** Phone number, normalized to E.164. */
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
    /** The order of events with the same instant. */
    sequence: bigserial({ mode: "number" }),
    projectId: uuid()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    at: createdAt(),
    type: text().notNull(),
    data: jsonb().$type<Record<string, string | number | boolean | null>>().notNull(),
  },
  (table) => [
    index().on(table.projectId, table.at),
    index("project_events_refused_index").on(table.projectId).where(sql`type = 'file_refused'`),
  ],
);
