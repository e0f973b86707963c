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

/* Tables for editions and applications. */

export const editions = pgTable("editions", {
  id: id(),
  year: integer().notNull().unique(),
  opensAt: instant().notNull(),
  closesAt: instant().notNull(),
  awardedAt: instant(),
  afterSending: text().notNull().default("editable_until_deadline"),
  /**
   * When the evaluation period opens. Null means that the evaluation period opens with the first submission.
   */
  evaluationOpensAt: instant(),
  evaluationClosesAt: instant(),
  /**
   * When staff last moved the closing date. Reminders that were due before this time are not sent. Null if the date
   * never moved, or if the last move deleted queued reminders, which must be queued again.
   */
  closesMovedAt: instant(),
  evaluationClosesMovedAt: instant(),
  /** The number of the edition's last receipt. The transaction of a submission increments the number. */
  receiptCount: integer().notNull().default(0),
  // The configurable numbers of the edition (rule staff.figures). They have defaults, because an older build inserts
  // editions without them.
  places: jsonb().$type<Places>().notNull().default(DEFAULT_PLACES),
  /** Wanted number of evaluators per project while the edition has no reading plan. */
  readings: integer().notNull().default(DEFAULT_READINGS),
  /**
   * Minutes after the deadline during which saves, uploads, and submissions are still accepted. Null means the site's
   * setting, `GRACE_MINUTES`.
   */
  graceMinutes: integer(),
  reminders: jsonb().$type<Reminders>().notNull().default(DEFAULT_REMINDERS),
  /**
   * Whether evaluators of the first round write feedback texts for applicants. Later rounds have a separate setting.
   */
  feedback: boolean().notNull().default(false),
  /** Whether applicants learn if their project is above, around, or below the median of the first round. */
  feedbackBand: boolean().notNull().default(false),
  /**
   * Whether evaluators of the first round discuss projects. Each later round stores this setting itself, and its jury
   * stores the chair.
   */
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
    /** The fields of the draft, except files. A missing field is empty. */
    fields: jsonb().$type<Draft>().notNull(),
    /**
     * The draft's version, which is compared with If-Match. Every save, upload, and deletion increments the version.
     */
    version: integer().notNull().default(0),
    savedAt: instant(),
    /** The version of the draft at the last submission. Null before the first submission. */
    sentVersion: integer(),
    sentAt: instant(),
    withdrawnAt: instant(),
    /** When the content of the application was erased. Its receipts stay (rule application.retention). */
    erasedAt: instant(),
    /** Extended deadline, which applies only to this applicant. Null without an extension. */
    extendedUntil: instant(),
    eventId: text(),
    pixelBrowserId: text(),
    pixelClickId: text(),
    /** IANA time zone of the device that last saved the application. Null if no browser saved it. */
    timeZone: text(),
    /**
     * The staff member in charge of the application, the start of this responsibility, and the person who assigned the
     * staff member. Null without a staff member in charge.
     */
    ownerId: uuid().references(() => users.id, { onDelete: "set null" }),
    ownedSince: instant(),
    ownedById: uuid().references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    /** Name of the project without case or accents, by which lists are sorted. */
    nomeKey: text().notNull().generatedAlwaysAs(sql`search_key(coalesce(fields->>'nome', ''))`),
    /**
     * Search text for staff, without case or accents: the project's name, the contact person's email address, and the
     * name and phone number of the contact person and of each team member.
     */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(
        sql`search_key(coalesce(fields->>'nome', '') || ' ' || people_text(fields))`,
      ),
    /** Names of the answers that are not empty (rule application.filled). */
    filled: text().array().notNull().generatedAlwaysAs(sql`filled_answers(fields)`),
    /**
     * Whether all answers of a fixed field list are filled, for builds older than `complete.ts`. Newer builds compare
     * `filled` with the contract's fields, because a stored field list would need a migration with every change.
     */
    answered: boolean()
      .notNull()
      .generatedAlwaysAs(
        sql`filled_answers(fields) @> array['nome', 'idea', 'tipologia_impresa', 'femminile', 'stage', 'industry', 'tech', 'sustainableretail', 'referente_nome_e_cognome', 'referente_ruolo', 'referente_email', 'referente_telefono', 'referente_age', 'team']`,
      ),
  },
  (table) => [
    // An applicant has one application per edition (rule application.one-each).
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
    /** Codecs of the video's picture and sound tracks. */
    codec: text(),
    soundCodec: text(),
    /** Captions of the video in the draft; null without captions. A submission stores a copy of the captions. */
    captions: jsonb().$type<Captions>(),
    uploadedAt: createdAt(),
    /**
     * When the applicant replaced or deleted the file in the draft. The row stays while a submission refers to the
     * file.
     */
    detachedAt: instant(),
  },
  // A field of a draft has at most one attached file.
  (table) => [
    uniqueIndex().on(table.projectId, table.field).where(sql`detached_at is null`),
    index().on(table.projectId),
  ],
);

/**
 * A file that browsers can display, converted from an uploaded video or document: the conversion job and its result.
 * Backups exclude the bytes. If the bytes are missing, the row is deleted and the job converts the file again.
 */
export const renditions = pgTable(
  "renditions",
  {
    fileId: uuid()
      .primaryKey()
      .references(() => files.id, { onDelete: "cascade" }),
    state: text().$type<RenditionState>().notNull().default("waiting"),
    /**
     * Id of the converted video or PDF in the file store, and id of a video's poster image. Both ids are derived from
     * the id of the uploaded file.
     */
    mainId: uuid("video_id").notNull(),
    posterId: uuid().notNull(),
    /** Number of times that a conversion of the file started. */
    attempts: integer().notNull().default(0),
    /** When the converting process last reported that it is running. Null before the first conversion. */
    claimedAt: instant(),
    createdAt: createdAt(),
    /** SHA-256 (hex) of the bytes of the converted video or PDF. Null until the conversion is complete. */
    sha256: text(),
    /** The reason why the conversion failed. */
    reason: text(),
  },
  (table) => [
    index().on(table.mainId),
    index().on(table.posterId),
    index().on(table.createdAt).where(sql`state = 'waiting'`),
    check("renditions_state", isOneOf("state", RENDITION_STATES)),
  ],
);

/** An upload, unfinished or finished. The row names the owner before the first byte is stored. */
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
    /**
     * The process that writes the upload's bytes (`backend/files/writer.ts`). Null for uploads older than this column.
     */
    writer: uuid(),
    /** When the upload became a file. Finished uploads never expire. */
    finishedAt: instant(),
  },
  (table) => [index().on(table.projectId)],
);

/** A submission of an application. Rows are immutable. Evaluators see the current submission. */
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
    /**
     * Whether evaluators see this submission. Older submissions are history. A withdrawn application has no current
     * submission.
     */
    current: boolean().notNull().default(true),
    // Generated columns that the evaluators' list shows, filters, searches, and sorts by.
    nome: text().notNull().generatedAlwaysAs(sql`coalesce(project->>'nome', '')`),
    idea: text().notNull().generatedAlwaysAs(sql`coalesce(project->>'idea', '')`),
    tipologiaImpresa: text()
      .notNull()
      .generatedAlwaysAs(sql`coalesce(project->>'tipologia_impresa', '')`),
    stage: text().notNull().generatedAlwaysAs(sql`coalesce(project->>'stage', '')`),
    industry: text().notNull().generatedAlwaysAs(sql`coalesce(project->>'industry', '')`),
    tech: text().notNull().generatedAlwaysAs(sql`coalesce(project->>'tech', '')`),
    // Generated columns that statistics, filters and sorting use.
    femminile: text().notNull().generatedAlwaysAs(sql`coalesce(project->>'femminile', '')`),
    sustainableretail: text()
      .notNull()
      .generatedAlwaysAs(sql`coalesce(project->>'sustainableretail', '')`),
    referenteAge: text().notNull().generatedAlwaysAs(sql`coalesce(project->>'referente_age', '')`),
    /**
     * How the team members heard of the programme, without duplicates (SQL function `heard_from`, migration 0043).
     */
    heard: text().array().notNull().generatedAlwaysAs(sql`heard_from(project)`),
    /** Project name and idea without case or accents (migration 0003), for search and sorting. */
    nomeKey: text().notNull().generatedAlwaysAs(sql`search_key(coalesce(project->>'nome', ''))`),
    searchText: text()
      .notNull()
      .generatedAlwaysAs(
        sql`search_key(coalesce(project->>'nome', '') || ' ' || coalesce(project->>'idea', ''))`,
      ),
    /**
     * Names of all team members and the contact person's email address, normalised for comparison (SQL function
     * `people_keys`, migration 0013).
     */
    peopleKeys: text().array().notNull().generatedAlwaysAs(sql`people_keys(project)`),
  },
  (table) => [
    uniqueIndex().on(table.projectId).where(sql`current`),
    index().on(table.editionId, table.sentAt, table.id).where(sql`current`),
    index().on(table.editionId, table.nomeKey, table.id).where(sql`current`),
    // Index for queries that list the projects of a later round, because these queries join submissions with released
    // decisions.
    index().on(table.editionId, table.projectId).where(sql`current`),
    // The index has no fastupdate, because its pending list would slow every search until the next vacuum. The index
    // includes the edition, so that a search does not scan the submissions of all editions.
    index()
      .using("gin", table.editionId, table.searchText.op("gin_trgm_ops"))
      .with({ fastupdate: false })
      .where(sql`current`),
    index().using("gin", table.peopleKeys).with({ fastupdate: false }).where(sql`current`),
    index().on(table.projectId, table.version),
  ],
);

/**
 * Phone numbers of the people in submitted applications. Only one application per edition can contain a given number.
 */
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
    /** The order of timeline events with the same time. */
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
