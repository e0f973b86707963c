import { and, asc, eq, exists, isNotNull, not, or, type SQLWrapper, sql } from "drizzle-orm";
import { BAND_PROJECTS, type Verdict } from "@/contract/evaluation/feedback";
import { RACE, type Stage } from "@/contract/evaluation/funnel";
import type { Band } from "@/contract/evaluation/received-feedback";
import type { Executor } from "../db/connect";
import { evaluationRecords, evaluations } from "../db/schema/evaluations";
import { feedback, feedbackVerdicts, releasedFeedback } from "../db/schema/feedback";
import type { Edition } from "../editions/edition";
import { type Round, readRounds, roundDeciding } from "../editions/rounds";
import { conflictsAmong, isNotAmong } from "../evaluations/conflicts-of-interest";
import type { Decision } from "../evaluations/ranking/decisions";
import { closedIn, evaluationBehindText, juryOf, writtenIn } from "../evaluations/round";
import { type Candidate, candidateReader } from "./candidates";
import type { PreviewRow } from "./plan";

/*
 * Feedback sent with the decision "not selected": evaluators' texts that staff approved, and reasons that staff added.
 * Applicants see only the rows of `released_feedback`. Rule: evaluation.feedback.
 */

export type StoredText = typeof feedback.$inferSelect;
type StoredVerdict = typeof feedbackVerdicts.$inferSelect;
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

/** A feedback text with the staff verdict that applies to it. */
export type WrittenText = StoredText & { verdict: StoredVerdict | null };

/**
 * Returns the feedback texts of a round's closed evaluations about some projects, each with the staff
 * verdict that applies to it for one stage, or null. Omits empty texts and texts of recused evaluators.
 */
export async function writtenTexts(
  db: Executor,
  round: Round,
  stage: Stage,
  ids: readonly string[],
): Promise<WrittenText[]> {
  const rows = await db
    .select({ text: feedback, verdict: feedbackVerdicts })
    .from(feedback)
    .leftJoin(feedbackVerdicts, isApplicable(stage))
    .where(await isWrittenText(db, round, ids))
    // Order by the random id, so that the position of a text does not reveal its author.
    .orderBy(asc(feedback.id));
  return rows.map(({ text, verdict }) => ({ ...text, verdict }));
}

/**
 * Returns the distinct kinds of staff verdicts about the feedback texts of each project. The kind is null for texts
 * without a verdict. Does not read the texts, because a round can have thousands of them.
 */
export async function verdictKinds(
  db: Executor,
  round: Round,
  stage: Stage,
  ids: readonly string[],
): Promise<{ projectId: string; kind: Verdict | null }[]> {
  return db
    .selectDistinct({ projectId: feedback.projectId, kind: feedbackVerdicts.kind })
    .from(feedback)
    .leftJoin(feedbackVerdicts, isApplicable(stage))
    .where(await isWrittenText(db, round, ids));
}

/**
 * SQL condition that joins `feedback_verdicts` to `feedback`: the staff verdict for a stage that applies to a text. A
 * verdict about an older version of the text does not apply, but staff's question to the evaluator applies to every
 * version.
 */
const isApplicable = (stage: Stage) =>
  and(
    eq(feedbackVerdicts.feedbackId, feedback.id),
    eq(feedbackVerdicts.projectId, feedback.projectId),
    eq(feedbackVerdicts.stage, stage),
    or(eq(feedbackVerdicts.version, feedback.version), eq(feedbackVerdicts.kind, "asked")),
  );

/** Returns the SQL condition over `feedback` for the texts that `writtenTexts` returns. */
async function isWrittenText(db: Executor, round: Round, ids: readonly string[]) {
  const closed = db
    .select()
    .from(evaluationRecords)
    .where(and(closedIn(round), eq(evaluationRecords.evaluatorId, feedback.evaluatorId)));
  const recused = db
    .select()
    .from(evaluations)
    .where(and(evaluationBehindText, isNotNull(evaluations.recusedAt)));
  const conflicts = await conflictsAmong(db, round.editionId, juryOf(round));
  const isEmpty = and(eq(feedback.text, ""), eq(feedback.reasons, []));
  return and(
    writtenIn(round),
    isAmong(feedback.projectId, ids),
    sql`not (${isEmpty})`,
    exists(closed),
    not(exists(recused)),
    isNotAmong(conflicts, sql`${feedback.evaluatorId}`, sql`${feedback.projectId}`),
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

/** Returns the text and reasons that staff wrote about some projects for one stage, by project. */
export async function ownFeedback(
  db: Executor,
  stage: Stage,
  ids: readonly string[],
): Promise<Map<string, StoredVerdict>> {
  const rows = await db
    .select()
    .from(feedbackVerdicts)
    .where(
      and(
        eq(feedbackVerdicts.stage, stage),
        eq(feedbackVerdicts.kind, "own"),
        isAmong(feedbackVerdicts.projectId, ids),
      ),
    );
  return new Map(rows.map((row) => [row.projectId, row]));
}

/** Reports whether a feedback text with this verdict still needs a staff verdict. */
export const isWaiting = (kind: Verdict | null): boolean => kind === null || kind === "asked";

/** Reports whether a release sends a feedback text with this verdict to the applicant. */
export const isApproved = (kind: Verdict | null): boolean =>
  !isWaiting(kind) && kind !== "withheld";

/** Returns the approved feedback about a project, and the number of texts that still need a staff verdict. */
function piecesOf(texts: readonly WrittenText[], own: StoredVerdict | undefined) {
  const sources = texts.flatMap(({ verdict, ...written }): Piece[] => {
    if (!isApproved(verdict?.kind ?? null)) return [];
    return [verdict?.kind === "edited" ? verdict : written];
  });
  const pieces = [...sources, ...(own ? [own] : [])].map(
    ({ text, language, reasons }): Piece => ({ text, language, reasons }),
  );
  const waiting = texts.filter(({ verdict }) => isWaiting(verdict?.kind ?? null)).length;
  return { pieces, waiting };
}

/**
 * Returns the feedback for the decisions "not selected" in a release, by project and stage. Also returns the projects
 * without feedback and the number of texts that still need a staff verdict. Ignores stages whose deciding round gives
 * no feedback.
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
    const written = await writtenTexts(db, round, stage, ids);
    const texts = Map.groupBy(written, ({ projectId }) => projectId);
    const own = await ownFeedback(db, stage, ids);
    const bands = round.band ? bandsOf(await candidatesFor(stage)) : new Map<string, Band>();
    for (const { candidate } of told) {
      const { id } = candidate;
      const { pieces, waiting } = piecesOf(texts.get(id) ?? [], own.get(id));
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
