import { STAGE_IDS } from "../evaluation/funnel";
import { CRITERIA } from "../evaluation/weights";
import { fieldsOf, isSavedField } from "../project/project-fields";
import type { ExportList } from "./exports";

/* The columns of the tables that staff export. Apart from the contract, so that no page loads them. */

const answersOf = (step: Parameters<typeof fieldsOf>[0]) =>
  fieldsOf(step)
    .filter(isSavedField)
    .filter((name) => name !== "nome");

/**
 * Columns of an application, by group, in the order of the table. The receipt number comes first: it joins two tables, and
 * commands read it. Answers come from the submission, never from the draft. Add a column of applications here, and its
 * value in `backend/staff/applications/application-columns.ts`.
 */
const APPLICATION = {
  application: ["number", "name", "state", "filled", "required", "id"],
  account: ["person", "email", "language", "confirmed"],
  dates: ["started", "saved", "first_sent", "sent", "extended"],
  contact: answersOf("contact"),
  answers: [...answersOf("idea"), ...answersOf("challenge")],
  team: ["team_size", "team", "team_phones", "team_ages", "heard"],
  outcome: ["reached", "outcome"],
  ranking: [
    ...["rank", "calibrated", "mean", "spread", "readings"],
    ...CRITERIA.map(({ id }) => `mean_${id}`),
  ],
  decisions: STAGE_IDS.map((stage) => `decision_${stage}`),
};

/** Columns of all tables, by group, in the order of the table. */
export const EXPORT_COLUMNS = {
  applications: APPLICATION,
  selection: APPLICATION,
  evaluators: {
    person: ["person", "email", "language", "id"],
    work: ["state", "total", "read", "recused", "finishes", "closed"],
    invitation: ["invited", "answered", "capacity", "words", "link_until"],
    dates: ["seen"],
  },
  people: {
    person: ["person", "email", "language", "id"],
    account: ["state", "roles", "applications"],
    dates: ["registered", "seen", "erases", "request_due"],
  },
  mails: {
    mail: ["subject", "template", "language", "id"],
    person: ["email", "person"],
    delivery: ["state", "queued", "left", "next", "attempts", "says"],
  },
  requests: {
    request: ["kind", "state", "id"],
    person: ["person", "email"],
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
} satisfies Record<ExportList, Record<string, readonly string[]>>;

/** Groups of columns that staff can export only while they can read the ranking (rule staff.blind). */
export const RANKING_GROUPS: readonly string[] = ["ranking", "decisions"];

/** Returns all columns of a table, in order. */
export function exportColumns(list: ExportList): string[] {
  return Object.values<readonly string[]>(EXPORT_COLUMNS[list]).flat();
}

/** Columns of a table for a request that names none. The other tables have all their columns. */
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

/** Returns the columns of a table for a request that names none. */
export function usualColumns(list: ExportList): readonly string[] {
  return USUAL[list] ?? exportColumns(list);
}
