import { and, eq, inArray, sql } from "drizzle-orm";
import { STAGE_IDS, type Stage } from "@/contract/evaluation/funnel";
import { CRITERIA } from "@/contract/evaluation/weights";
import type { Language } from "@/contract/languages";
import { INFO } from "@/contract/project/options";
import { isTextField, type ProjectField, SAVED_FIELDS } from "@/contract/project/project-fields";
import { type Project, wholeProject } from "@/contract/project/project-schemas";
import { figuresIn } from "@/contract/quoted-numbers";
import { stateNameOf } from "@/contract/staff/application-states";
import type { ApplicationRow } from "@/contract/staff/applications";
import { EXPORT_COLUMNS, RANKING_GROUPS } from "@/contract/staff/exports";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { projects, submissions } from "../../db/schema/applications";
import { fill, type Messages, messagesIn, optionWord } from "../../documents/messages";
import type { Cell } from "../../documents/table";
import type { Edition } from "../../editions/edition";
import type { Round } from "../../editions/rounds";
import { requireJuryClosed } from "../../evaluations/close/ranking-access";
import { frozenVoices, type Voice, voiceCells } from "../../evaluations/export/export-scores";
import {
  currentDecisions,
  type Decision,
  type DecisionsByProject,
} from "../../evaluations/ranking/decisions";
import { type Evaluated, readRanking } from "../../evaluations/ranking/kept-ranking";
import type { RankingRow } from "../../evaluations/ranking/ranking";
import { chosenColumns, type ExportOptions, type ExportValues, inBatches } from "../write-export";
import { readApplications } from "./application-rows";

/** An application as a row of an exported table. */
export type ExportedApplication = ApplicationRow & {
  language: Language;
  confirmedAt: Date | null;
  startedAt: Date;
  firstSent: Date | null;
  /** Current submission, or null if staff cannot read it: not sent, withdrawn, or the account is closed. */
  sent: { at: Date; project: Project } | null;
  ranked: RankingRow | undefined;
  /**
   * Released decisions. `decided` also contains planned decisions, but only for stages whose ranking staff can read.
   */
  released: Decisions;
  decided: Decisions;
  voice: Voice | null;
};

type Decisions = ReadonlyMap<Stage, Decision> | undefined;
type Value = ExportValues<ExportedApplication>[string];

const toDate = (instant: string | null) => (instant === null ? null : new Date(instant));
const sum = (row: ApplicationRow, name: "filled" | "required") =>
  row.steps.reduce((all, step) => all + step[name], 0);

/**
 * Functions that return the column values for `EXPORT_COLUMNS.applications`. The column titles are in
 * `backend/documents/messages`.
 */
export const APPLICATION_VALUES: ExportValues<ExportedApplication> = {
  number: ({ number }) => number,
  // Show the project's name from the last submission, if any, because the draft can have a newer name.
  name: ({ sent, name }) => sent?.project.nome || name,
  state: (row, { applications }) => applications.states[stateNameOf(row)],
  filled: (row) => sum(row, "filled"),
  required: (row) => sum(row, "required"),
  signals: ({ troubles }, { tables }) =>
    troubles.map(({ name }) => tables.signals[name]).join(", "),
  id: ({ id }) => id,
  tags: ({ tags }) => tags.map(({ name }) => name).join(", "),
  owner: ({ owner }) => owner?.name ?? "",
  read: ({ readings }) => readings,
  person: ({ person }) => person,
  email: ({ email }) => email,
  language: ({ language }) => language,
  confirmed: ({ confirmedAt }, { tables }) => (confirmedAt ? tables.yes : tables.no),
  earlier: ({ earlier }, { tables }) => (earlier ? tables.yes : tables.no),
  started: ({ startedAt }) => startedAt,
  saved: ({ saved_at }) => toDate(saved_at),
  first_sent: ({ firstSent }) => firstSent,
  sent: ({ sent }) => sent?.at ?? null,
  extended: ({ extended_until }) => toDate(extended_until),
  ...answerValues(),
  team_size: ({ sent }) => sent?.project.team.length ?? null,
  team: ofTeam(({ name, role }) => `${name} (${role})`),
  team_phones: ofTeam(({ phone }) => phone),
  team_ages: ofTeam(({ age }, words) => optionWord(words, age)),
  heard: ({ sent }, { tables }) => {
    const heard = new Set(sent?.project.team.map(({ info }) => info));
    return INFO.filter((one) => heard.has(one))
      .map((one) => tables.heard[one])
      .join(", ");
  },
  reached: ({ ranked, released }, { stages }) => {
    const stage = ranked?.stage ?? furthest(released);
    return stage ? stages[stage] : "";
  },
  outcome: ({ released }, { stages, tables }) => {
    const last = STAGE_IDS.flatMap((stage) => released?.get(stage) ?? []).at(-1);
    return last ? `${stages[last.stage]}: ${tables.outcomes[last.outcome]}` : "";
  },
  rank: ({ ranked }) => ranked?.calibrated_rank ?? null,
  calibrated: ({ ranked }) => ranked?.calibrated ?? null,
  mean: ({ ranked }) => ranked?.mean ?? null,
  spread: ({ ranked }) => ranked?.spread ?? null,
  readings: ({ ranked }) => ranked?.evaluators ?? null,
  ...Object.fromEntries(
    CRITERIA.map(({ id }): [string, Value] => [
      `mean_${id}`,
      ({ ranked }) => ranked?.criteria[id] ?? null,
    ]),
  ),
  ...Object.fromEntries(
    STAGE_IDS.map((stage): [string, Value] => [
      `decision_${stage}`,
      ({ decided }, { selection }) => {
        const decision = decided?.get(stage);
        if (!decision) return "";
        return selection[decision.outcome][decision.releaseId ? "released" : "planned"];
      },
    ]),
  ),
};

function answerValues(): ExportValues<ExportedApplication> {
  const texts = SAVED_FIELDS.filter(isTextField);
  return Object.fromEntries(
    texts.map((name): [ProjectField, Value] => [
      name,
      ({ sent }, words) => (sent ? optionWord(words, sent.project[name]) : ""),
    ]),
  );
}

type Member = Project["team"][number];

/**
 * Returns the text of one column about the team: one line per member in a fixed order, so that the lines of several
 * columns match.
 */
function ofTeam(text: (member: Member, words: Messages) => string): Value {
  return ({ sent }, words) =>
    sent?.project.team.map((member) => text(member, words)).join("\n") ?? "";
}

function furthest(released: Decisions): Stage | undefined {
  return STAGE_IDS.findLast((stage) => released?.get(stage)?.outcome === "selected");
}

/** The caller's choice of columns and rows for an exported table of applications. */
export type ApplicationOptions = ExportOptions & { rows: "projects" | "scores" };

/**
 * Throws `jury_not_closed` if the table contains scores or unreleased decisions that staff cannot read yet. Rule:
 * staff.blind.
 */
export async function requireReadable(
  db: Executor,
  round: Round,
  list: "applications" | "selection",
  options: ApplicationOptions,
): Promise<void> {
  if (hasRanking(list, options)) await requireJuryClosed(db, round);
}

/** Reports whether a table contains data of the ranking: scores, ranks, or decisions. */
function hasRanking(list: "applications" | "selection", options: ApplicationOptions): boolean {
  if (options.rows === "scores") return true;
  const closed = Object.entries<readonly string[]>(EXPORT_COLUMNS[list]).flatMap(
    ([group, columns]) => (RANKING_GROUPS.includes(group) ? columns : []),
  );
  return chosenColumns(list, options).some((name) => closed.includes(name));
}

/**
 * Yields applications with the chosen data, in the order of `ids`. Reads the ranking only if the table shows it.
 *
 * @param ids the ids of the applications, all of one edition
 */
export async function* readExported(
  tx: Executor,
  { edition, ids, now }: { edition: Edition; ids: readonly string[]; now: Date },
  {
    list,
    options,
    language,
    ranked = null,
    round,
  }: {
    list: "applications" | "selection";
    options: ApplicationOptions;
    language: Language;
    ranked?: Evaluated | null;
    round: Round;
  },
): AsyncGenerator<ExportedApplication> {
  const all = ranked ?? (hasRanking(list, options) ? await readRanking(tx, round) : null);
  const rankOf = new Map(all?.rows.map((row) => [row.id, row]));
  const released = await currentDecisions(tx, edition.id, { released: true });
  const decided = all ? await currentDecisions(tx, edition.id, { released: false }) : new Map();
  const voicesOf = all && frozenVoices(all.judgements, messagesIn(language).export);
  const readings = chosenColumns(list, options).includes("read") ? round : undefined;
  const known = { edition, now, readings, rankOf, released, decided };
  const read = (some: string[]) => readBatch(tx, some, known);
  for await (const row of inBatches(ids, read)) {
    if (options.rows === "projects") yield row;
    else
      for (const voice of voicesOf?.({ submission: { projectId: row.id } }) ?? [])
        yield { ...row, voice };
  }
}

type Known = {
  edition: Edition;
  now: Date;
  /**
   * The round for which the table shows how many evaluators read each project. Undefined if the table does not show
   * these numbers.
   */
  readings: Round | undefined;
  rankOf: ReadonlyMap<string, RankingRow>;
  released: DecisionsByProject;
  decided: DecisionsByProject;
};

async function readBatch(
  tx: Executor,
  ids: string[],
  { edition, now, readings, rankOf, released, decided }: Known,
): Promise<ExportedApplication[]> {
  const these = inArray(projects.id, ids);
  const rows = await readApplications(tx, ids, edition, now, { readings });
  const more = await tx
    .select({
      id: projects.id,
      language: users.language,
      confirmedAt: users.emailConfirmedAt,
      startedAt: projects.createdAt,
      firstSent: sql<Date | null>`(select min(first.sent_at) from submissions as first
        where first.project_id = projects.id)`.mapWith(projects.sentAt),
      sentAt: submissions.sentAt,
      project: submissions.project,
    })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.userId))
    .leftJoin(submissions, and(eq(submissions.projectId, projects.id), submissions.current))
    .where(these);
  const moreOf = new Map(more.map((row) => [row.id, row]));
  return rows.flatMap((row) => {
    const own = moreOf.get(row.id);
    if (!own) return [];
    const { sentAt, project, ...dates } = own;
    return {
      ...row,
      ...dates,
      sent: sentAt && project ? { at: sentAt, project: wholeProject(project) } : null,
      ranked: rankOf.get(row.id),
      released: released.get(row.id),
      decided: decided.get(row.id),
      voice: null,
    };
  });
}

/** Returns the columns for one evaluator's scores, in a table with one row per project and evaluator. */
export function voiceColumns(words: Messages, language: Language) {
  const heads = [
    { title: words.columns.evaluator },
    ...CRITERIA.map(({ id }) => ({ title: words.criteria[id].name })),
    { title: fill(words.columns.total, figuresIn(language)), decimal: true },
  ];
  const cellsOf = ({ voice }: ExportedApplication): Cell[] => (voice ? voiceCells(voice) : []);
  return [
    ...heads.map((column, at) => ({
      column,
      value: (row: ExportedApplication) => cellsOf(row)[at] ?? null,
    })),
    {
      column: { title: words.columns.calibrated_total, decimal: true },
      value: ({ voice }: ExportedApplication) => voice?.calibrated ?? null,
    },
  ];
}
