import { z } from "zod";
import { endpoint } from "../endpoint";
import { editionRoundQuery } from "../evaluation/evaluation-schemas";
import { STAGE_IDS } from "../evaluation/funnel";
import { CRITERIA } from "../evaluation/weights";
import { fieldsOf, isSavedField, STEPS, type Step } from "../project/project-fields";
import { type ApplicationColumn, DEFAULT_COLUMNS } from "./applications";
import { FIGURE_ANSWER_NAMES } from "./figures";
import { MAIL_STATES } from "./mail-activity";

/*
 * Tables that staff export, with their columns. This file is separate from the export options, so that a page
 * with a list does not load the options.
 */

export const EXPORT_LISTS = [
  "applications",
  "selection",
  "evaluators",
  "people",
  "mails",
  "requests",
  "whitepaper",
  "log",
  "assignment",
  "figures",
  "agreement",
  "letters",
  "team",
] as const;
export type ExportList = (typeof EXPORT_LISTS)[number];

/** Steps of the application whose answers are in another group of columns than `answers`. */
const OTHER_GROUPS: readonly Step[] = ["contact", "team"];

const answersOf = (step: Step) =>
  fieldsOf(step)
    .filter(isSavedField)
    .filter((name) => name !== "nome");

/**
 * Columns of an exported application, by group, in the order of the table. The receipt number comes first, because
 * staff join tables by this column and commands read it. Answers come from the submission, never from the draft. A new
 * column also needs a value in `backend/staff/applications/application-columns.ts`.
 */
const APPLICATION = {
  application: ["number", "name", "state", "filled", "required", "signals", "id"],
  // `read` is the number of evaluators who have read the project, as in the list of applications. The column is not
  // named `readings`, because the ranking has a column with that name.
  marks: ["tags", "owner", "read"],
  account: ["person", "email", "language", "confirmed", "earlier"],
  dates: ["started", "saved", "first_sent", "sent", "extended"],
  contact: answersOf("contact"),
  answers: STEPS.filter((step) => !OTHER_GROUPS.includes(step)).flatMap(answersOf),
  team: ["team_size", "team", "team_phones", "team_ages", "heard"],
  outcome: ["reached", "outcome"],
  ranking: [
    ...["rank", "calibrated", "mean", "spread", "readings"],
    ...CRITERIA.map(({ id }) => `mean_${id}`),
  ],
  decisions: STAGE_IDS.map((stage) => `decision_${stage}`),
};

/** Columns of all exported tables, by group, in the order of the table. */
export const EXPORT_COLUMNS = {
  applications: APPLICATION,
  selection: APPLICATION,
  evaluators: {
    person: ["person", "email", "language", "id"],
    work: ["state", "total", "read", "recused", "finishes", "closed"],
    conflicts: ["stated", "stated_projects", "recused_projects", "rule_projects"],
    invitation: ["invited", "answered", "capacity", "words", "link_until"],
    dates: ["seen"],
  },
  people: {
    person: ["person", "email", "language", "id"],
    account: ["state", "roles", "applications", "numbers"],
    dates: ["registered", "seen", "erases", "request_due"],
  },
  mails: {
    mail: ["subject", "template", "language", "id"],
    person: ["email", "person", "number"],
    delivery: ["state", "queued", "left", "next", "attempts", "says"],
  },
  requests: {
    request: ["kind", "state", "owner", "id"],
    person: ["person", "email", "numbers"],
    dates: ["received", "due", "answered"],
    texts: ["note", "extension", "answer"],
  },
  whitepaper: {
    person: ["person", "email", "company", "role", "newsletter", "language"],
    dates: ["asked"],
  },
  log: {
    entry: ["number", "at", "level", "who", "act", "edition"],
    about: ["person", "mail", "facts", "anyway", "reason"],
    proof: ["sha256"],
  },
  assignment: {
    person: ["evaluator"],
    application: ["project", "number", "sector", "language"],
    reading: ["state", "conflict", "fixed", "why"],
  },
  figures: {
    tables: ["days", ...FIGURE_ANSWER_NAMES],
    staff_tables: ["readings", "requests", "request_answers"],
    counts: ["now", "before", ...STAGE_IDS],
  },
  agreement: {
    tables: ["alpha", "projects", "evaluators", "cutoffs", "discussed"],
    counts: ["readings", "mean", "spread", "lowest", "highest", "shared", "difference"],
  },
  letters: {
    letter: ["subject", "audience", "edition", "sender", "queued", "id"],
    delivery: ["recipients", "left_out", ...MAIL_STATES],
  },
  team: {
    person: ["person", "email", "id"],
    account: ["state", "roles", "passkeys", "app", "sessions"],
    dates: ["seen", "last_act", "acted"],
  },
} satisfies Record<ExportList, Record<string, readonly string[]>>;

/** Groups of export columns that staff get only while they can read the ranking (rule staff.blind). */
export const RANKING_GROUPS: readonly string[] = ["ranking", "decisions"];

/**
 * Groups of columns in an export that consists of several tables. Each name in these groups selects one whole table. A
 * file must contain at least one table.
 */
export const TABLE_GROUPS: readonly string[] = ["tables", "staff_tables"];

/** Returns all columns of an exported table, in order. */
export function exportColumns(list: ExportList): string[] {
  return Object.values<readonly string[]>(EXPORT_COLUMNS[list]).flat();
}

/** Default columns of some exported tables. Tables without an entry export all their columns. */
const USUAL: Partial<Record<ExportList, readonly string[]>> = {
  applications: [
    ...["number", "name", "state", "filled", "required", "person", "email", "saved", "extended"],
  ],
  selection: [
    ...["number", "name", "person", "email", "rank", "calibrated", "mean", "spread", "readings"],
    ...CRITERIA.map(({ id }) => `mean_${id}`),
    ...STAGE_IDS.map((stage) => `decision_${stage}`),
  ],
};

/**
 * Export columns for each column of the list of applications that has another name, or several columns, in the export.
 */
const OF_APPLICATIONS: Partial<Record<ApplicationColumn, readonly string[]>> = {
  phone: ["referente_telefono"],
  progress: ["filled", "required"],
  deadline: ["extended"],
  readings: ["read"],
  reached: ["reached", "outcome"],
};

/**
 * Export columns of each table that staff see on screen, in the order on screen. Tables without an entry, such as the
 * audit log, show all their export columns.
 */
const ON_SCREEN: Partial<Record<ExportList, readonly string[]>> = {
  selection: USUAL.selection ?? [],
  evaluators: ["person", "email", "state", "read", "total", "finishes"],
  people: ["person", "email", "state", "roles", "applications", "registered", "seen"],
  mails: ["state", "subject", "person", "email", "says", "attempts", "queued", "left"],
  requests: ["person", "email", "kind", "note", "extension", "state", "received", "due", "answer"],
  whitepaper: ["person", "email", "company", "role", "newsletter", "asked"],
};

/**
 * Returns the export columns of the table that staff see on screen, in the order on screen.
 *
 * @param shown the visible columns of the list of applications, in addition to the column with the name
 */
export function screenColumns(
  list: ExportList,
  shown: readonly ApplicationColumn[] = DEFAULT_COLUMNS,
): readonly string[] {
  if (list !== "applications") return ON_SCREEN[list] ?? exportColumns(list);
  // On screen, the column with the application's name also shows the person and the receipt number, so export these two
  // columns too.
  const own = shown.flatMap((column) => OF_APPLICATIONS[column] ?? [column]);
  return [...new Set(["name", "person", "number", ...own])];
}

/** Returns the export columns of a table for a request without columns. */
export function usualColumns(list: ExportList): readonly string[] {
  return USUAL[list] ?? exportColumns(list);
}

const choice = { error: "invalid_choice" } as const;

export const getExportColumns = endpoint({
  name: "getExportColumns",
  method: "GET",
  path: "wp/v2/staff/exports",
  summary: "The columns that a table can have, and those it has unless others are chosen",
  access: "staff",
  query: editionRoundQuery.extend({ list: z.enum(EXPORT_LISTS, choice).default("applications") }),
  answer: {
    status: 200,
    json: z.object({
      /** Groups of export columns. `locked` means that staff cannot read the ranking yet. */
      groups: z.array(
        z.object({
          name: z.string(),
          title: z.string(),
          locked: z.boolean(),
          columns: z.array(z.object({ name: z.string(), title: z.string(), usual: z.boolean() })),
        }),
      ),
      /** True if the export can have one row per project and evaluator. */
      scores: z.boolean(),
    }),
  },
  errors: ["invalid_fields", "not_found"],
});
