import { sql } from "drizzle-orm";
import {
  bigserial,
  boolean,
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
import type { FileField } from "@/contract/project/project-fields";
import type { Draft, Project } from "@/contract/project/project-schemas";
import { users } from "./accounts";
import { createdAt, id, instant } from "./columns";

/* Editions, and what applicants hand in. */

export const editions = pgTable("editions", {
  id: id(),
  year: integer().notNull().unique(),
  opensAt: instant().notNull(),
  closesAt: instant().notNull(),
  awardedAt: instant(),
  afterSending: text().notNull().default("editable_until_deadline"),
  /** When scoring opens; null: with the first sent project. */
  evaluationOpensAt: instant(),
  evaluationClosesAt: instant(),
  /** When the closing date was moved last; null: it never was. Nobody is reminded of a moment before. */
  closesMovedAt: instant(),
  evaluationClosesMovedAt: instant(),
  /** Receipts issued so far: the last receipt's number. Raised in the transaction that sends. */
  receiptCount: integer().notNull().default(0),
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
    /** The draft's non-file fields; absent ones are empty. */
    fields: jsonb().$type<Draft>().notNull(),
    /** Raised by every save, upload and deletion; what If-Match compares. */
    version: integer().notNull().default(0),
    savedAt: instant(),
    /** The version that was last sent; null before the first send. */
    sentVersion: integer(),
    sentAt: instant(),
    withdrawnAt: instant(),
    /** A deadline extension for this applicant alone. */
    extendedUntil: instant(),
    eventId: text(),
    pixelBrowserId: text(),
    pixelClickId: text(),
    /** Of the device that saved last, by IANA; null where no browser saved. */
    timeZone: text(),
    createdAt: createdAt(),
    /** What the staff search by, without case or accents: name, contact, and the digits of the contact's phone. */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(
        sql`search_key(coalesce(fields->>'nome', '') || ' ' || coalesce(fields->>'referente_nome_e_cognome', '') || ' ' || coalesce(fields->>'referente_email', '') || ' ' || regexp_replace(coalesce(fields->>'referente_telefono', ''), '\\D', '', 'g'))`,
      ),
    /** The names of the answers that are not empty (rule application.filled). */
    filled: text().array().notNull().generatedAlwaysAs(sql`filled_answers(fields)`),
    /**
     * Builds from before `complete.ts` compared `filled` read this. The names are those of that time: a list of the
     * contract that is stored would need a migration with every change.
     */
    answered: boolean()
      .notNull()
      .generatedAlwaysAs(
        sql`filled_answers(fields) @> array['nome', 'idea', 'tipologia_impresa', 'femminile', 'stage', 'industry', 'tech', 'sustainableretail', 'referente_nome_e_cognome', 'referente_ruolo', 'referente_email', 'referente_telefono', 'referente_age', 'team']`,
      ),
  },
  (table) => [
    // One for each candidate (rule application.one-each).
    unique().on(table.editionId, table.userId),
    index().on(table.userId),
    index().on(table.editionId, table.extendedUntil).where(sql`extended_until is not null`),
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
    /** Codecs of a video's picture and of its sound. */
    codec: text(),
    soundCodec: text(),
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
    /** The process that writes its bytes (`backend/files/writer.ts`); null before there was such a thing. */
    writer: uuid(),
    /** The file it became. Finished uploads never expire. */
    finishedAt: instant(),
  },
  (table) => [index().on(table.projectId)],
);

/** A sent version: immutable, and what evaluators see while it is current. */
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
    // What the evaluators' list shows, filters, searches and sorts by.
    nome: text().notNull().generatedAlwaysAs(sql`coalesce(project->>'nome', '')`),
    idea: text().notNull().generatedAlwaysAs(sql`coalesce(project->>'idea', '')`),
    tipologiaImpresa: text()
      .notNull()
      .generatedAlwaysAs(sql`coalesce(project->>'tipologia_impresa', '')`),
    stage: text().notNull().generatedAlwaysAs(sql`coalesce(project->>'stage', '')`),
    industry: text().notNull().generatedAlwaysAs(sql`coalesce(project->>'industry', '')`),
    tech: text().notNull().generatedAlwaysAs(sql`coalesce(project->>'tech', '')`),
    /** `nome` and `idea` without case or accents (migration 0003), for searching and sorting. */
    nomeKey: text().notNull().generatedAlwaysAs(sql`search_key(coalesce(project->>'nome', ''))`),
    searchText: text()
      .notNull()
      .generatedAlwaysAs(
        sql`search_key(coalesce(project->>'nome', '') || ' ' || coalesce(project->>'idea', ''))`,
      ),
    /** Names of all its people and the contact's address, normalised for comparison: see its migration. */
    peopleKeys: text().array().notNull().generatedAlwaysAs(sql`people_keys(project)`),
  },
  (table) => [
    uniqueIndex().on(table.projectId).where(sql`current`),
    index().on(table.editionId, table.sentAt, table.id).where(sql`current`),
    index().on(table.editionId, table.nomeKey, table.id).where(sql`current`),
    // Without fastupdate: the pending list makes every search slow until the next vacuum.
    // The edition stands in it, too: else a word is looked for in all that were ever sent.
    index()
      .using("gin", table.editionId, table.searchText.op("gin_trgm_ops"))
      .with({ fastupdate: false })
      .where(sql`current`),
    index().using("gin", table.peopleKeys).with({ fastupdate: false }).where(sql`current`),
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
    /** The order in which things happened, where two share an instant. */
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
