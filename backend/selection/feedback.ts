import {
  and,
  asc,
  eq,
  exists,
  getTableColumns,
  isNotNull,
  not,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { BAND_PROJECTS } from "@/contract/evaluation/feedback";
import { RACE, type Stage } from "@/contract/evaluation/funnel";
import type { Band } from "@/contract/evaluation/received-feedback";
import type { Executor } from "../db/connect";
import { evaluationRecords, evaluations } from "../db/schema/evaluations";
import { feedback, feedbackVerdicts, releasedFeedback } from "../db/schema/feedback";
import type { Edition } from "../editions/edition";
import { type Round, readRounds, roundDeciding } from "../editions/rounds";
import { conflictsAmong } from "../evaluations/conflicts-of-interest";
import type { Decision } from "../evaluations/ranking/decisions";
import { closedIn, evaluationBehindText, juryOf, writtenIn } from "../evaluations/round";
import { type Candidate, candidateReader } from "./candidates";
import type { PreviewRow } from "./plan";

/*
 * Feedback sent with the decision "not selected": evaluators' texts that staff approved, and reasons that staff added.
 * Applicants see only the rows of `released_feedback`. Rule: evaluation.feedback.
 */

export type StoredText = typeof feedback.$inferSelect;
export type StoredVerdict = typeof feedbackVerdicts.$inferSelect;
export type Piece = Pick<StoredText, "text" | "language" | "reasons">;
/** Feedback that is sent to an applicant with one decision. */
export type Leaving = { texts: Piece[]; band: Band | null };

/** Returns the map key of a decision about a project in a stage. */
const keyOf = (id: string, stage: Stage) => `${id} ${stage}`;

/** Maximum number of rows per SQL statement, because PostgreSQL accepts 65,535 parameters. */
export const AT_ONCE = 1000;

/**
 * Returns the SQL condition that a column contains one of the given ids. All ids are one parameter, because PostgreSQL
 * limits the number of parameters.
 */
const isAmong = (column: SQLWrapper, ids: readonly string[]) =>
  sql`${column} = any(${sql.param([...ids])}::uuid[])`;

/**
 * Returns the feedback texts of a round's closed evaluations about some projects. Omits empty texts and texts of
 * recused evaluators.
 */
export function writtenTexts(
  db: Executor,
  round: Round,
  ids: readonly string[],
): Promise<StoredText[]> {
  return written<StoredText>(db, round, ids, getTableColumns(feedback));
}

/**
 * Returns the ids and versions of the texts that `writtenTexts` returns. Omits their content, because a round can have
 * thousands of texts.
 */
export function writtenVersions(
  db: Executor,
  round: Round,
  ids: readonly string[],
): Promise<Written[]> {
  const { id, projectId, evaluatorId, version } = feedback;
  return written<Written>(db, round, ids, { id, projectId, evaluatorId, version });
}

export type Written = Pick<StoredText, "id" | "projectId" | "evaluatorId" | "version">;

async function written<Text extends Written>(
  db: Executor,
  round: Round,
  ids: readonly string[],
  columns: Record<string, PgColumn>,
): Promise<Text[]> {
  const closed = db
    .select()
    .from(evaluationRecords)
    .where(and(closedIn(round), eq(evaluationRecords.evaluatorId, feedback.evaluatorId)));
  const recused = db
    .select()
    .from(evaluations)
    .where(and(evaluationBehindText, isNotNull(evaluations.recusedAt)));
  const conflicts = await conflictsAmong(db, round.editionId, juryOf(round));
  const barred = new Set(conflicts.map(({ evaluator, project }) => `${evaluator} ${project}`));
  const isEmpty = and(eq(feedback.text, ""), eq(feedback.reasons, []));
  const found = await db
    .select(columns)
    .from(feedback)
    .where(
      and(
        writtenIn(round),
        isAmong(feedback.projectId, ids),
        sql`not (${isEmpty})`,
        exists(closed),
        not(exists(recused)),
      ),
    )
    // Order by the random id, so that the position of a text does not reveal its author.
    .orderBy(asc(feedback.id));
  return (found as unknown as Text[]).filter(
    ({ evaluatorId, projectId }) => !barred.has(`${evaluatorId} ${projectId}`),
  );
}

/** Returns the staff verdicts about the feedback texts of some projects for one stage. */
export function verdictsAbout(
  db: Executor,
  stage: Stage,
  ids: readonly string[],
): Promise<StoredVerdict[]> {
  return db
    .select()
    .from(feedbackVerdicts)
    .where(and(eq(feedbackVerdicts.stage, stage), isAmong(feedbackVerdicts.projectId, ids)));
}

/**
 * Returns the staff verdict that applies to a feedback text, or null. A verdict about an older version of the text does
 * not apply, but staff's question to the evaluator applies to every version.
 */
export function verdictOn(
  { id, version }: Written,
  verdicts: readonly StoredVerdict[],
): StoredVerdict | null {
  const found = verdicts.find(({ feedbackId }) => feedbackId === id);
  return found && (found.version === version || found.kind === "asked") ? found : null;
}

/**
 * Returns the feedback that the applicant gets: approved texts of evaluators, and the verdicts that contain staff's own
 * text. Also returns the number of texts that still need a staff verdict.
 */
export function sourcesOf<Text extends Written>(
  texts: readonly Text[],
  verdicts: readonly StoredVerdict[],
) {
  const sources: (Text | StoredVerdict)[] = [];
  let waiting = 0;
  for (const one of texts) {
    const verdict = verdictOn(one, verdicts);
    if (!verdict || verdict.kind === "asked") waiting += 1;
    else if (verdict.kind !== "withheld") sources.push(verdict.kind === "edited" ? verdict : one);
  }
  const own = verdicts.find(({ kind }) => kind === "own");
  if (own) sources.push(own);
  return { sources, waiting };
}

/** Returns the approved feedback about a project, and the number of texts that still need a staff verdict. */
function piecesOf(texts: readonly StoredText[], verdicts: readonly StoredVerdict[]) {
  const { sources, waiting } = sourcesOf(texts, verdicts);
  const pieces = sources.map(({ text, language, reasons }): Piece => ({ text, language, reasons }));
  return { pieces, waiting };
}

/**
 * Returns the feedback for the decisions "not selected" in a release, by project and stage. Also returns the projects
 * without feedback and the number of texts without a verdict. Ignores stages whose deciding round gives no feedback.
 */
export async function leavingFeedback(db: Executor, edition: Edition, rows: readonly PreviewRow[]) {
  const rounds = await readRounds(db, edition);
  const candidatesFor = await candidateReader(db, edition);
  const leaving = new Map<string, Leaving>();
  const without: Candidate[] = [];
  let undecided = 0;
  for (const stage of RACE) {
    const round = roundDeciding(rounds, stage);
    const told = rows.filter((row) => row.stage === stage && row.outcome === "not_selected");
    if (!round.feedback || told.length === 0) continue;
    const ids = told.map(({ candidate }) => candidate.id);
    const texts = Map.groupBy(await writtenTexts(db, round, ids), ({ projectId }) => projectId);
    const verdicts = Map.groupBy(await verdictsAbout(db, stage, ids), ({ projectId }) => projectId);
    const bands = round.band ? bandsOf(await candidatesFor(stage)) : new Map<string, Band>();
    for (const { candidate } of told) {
      const { id } = candidate;
      const { pieces, waiting } = piecesOf(texts.get(id) ?? [], verdicts.get(id) ?? []);
      undecided += waiting;
      if (pieces.length === 0) without.push(candidate);
      else leaving.set(keyOf(id, stage), { texts: pieces, band: bands.get(id) ?? null });
    }
  }
  return { leaving, without, undecided };
}

/** Returns the feedback that is sent with a decision, or undefined without feedback. */
export const leavingWith = (leaving: ReadonlyMap<string, Leaving>, id: string, stage: Stage) =>
  leaving.get(keyOf(id, stage));

/** Stores the feedback that is sent with the decisions of a release. Runs in the release's transaction. */
export async function storeLeaving(
  tx: Executor,
  known: readonly Decision[],
  leaving: ReadonlyMap<string, Leaving>,
): Promise<void> {
  const rows = known.flatMap(({ id: decisionId, projectId, stage }) => {
    const { texts = [], band = null } = leavingWith(leaving, projectId, stage) ?? {};
    return texts.map((piece, index) => ({
      ...{ decisionId, projectId, place: index + 1, band },
      ...piece,
    }));
  });
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    await tx.insert(releasedFeedback).values(rows.slice(from, from + AT_ONCE));
  }
}

/**
 * Returns whether each project's calibrated value is above, near or below the median. Near means within a quarter of
 * the standard deviation, at least 1 point. Returns an empty map for fewer than ten projects.
 */
export function bandsOf(
  candidates: readonly Pick<Candidate, "id" | "calibrated" | "inRound">[],
): Map<string, Band> {
  const valued = candidates.flatMap(({ id, calibrated, inRound }) =>
    inRound && calibrated !== null ? [{ id, value: calibrated }] : [],
  );
  if (valued.length < BAND_PROJECTS) return new Map();
  const values = valued.map(({ value }) => value).sort((a, b) => a - b);
  const middle = values.length / 2;
  const at = (index: number) => values[index] ?? 0;
  const median = (at(Math.ceil(middle) - 1) + at(Math.floor(middle))) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  const distance = Math.max(1, Math.sqrt(variance) / 4);
  const bandOf = (value: number): Band => {
    if (value > median + distance) return "above";
    return value < median - distance ? "below" : "around";
  };
  return new Map(valued.map(({ id, value }) => [id, bandOf(value)]));
}
