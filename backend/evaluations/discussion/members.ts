import { createHash } from "node:crypto";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { scoresSchema } from "@/contract/evaluation/evaluation-schemas";
import { type Criterion, missingCriteria } from "@/contract/evaluation/weights";
import { type ActionContext, appendAuditEntry, editionTarget } from "../../audit-log/entries";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { editions, submissions } from "../../db/schema/applications";
import { evaluationRecords, evaluations } from "../../db/schema/evaluations";
import { roundJurors } from "../../db/schema/rounds";
import type { Round } from "../../editions/rounds";
import { fail } from "../../http/failure";
import { findEvaluationRecord } from "../closing";
import {
  conflictsIn,
  conflictsOfInterest,
  type EvaluatorIdentity,
  isNotAmong,
} from "../conflicts-of-interest";
import { canReadResults } from "../own-rounds";
import { hasReleased } from "../ranking/decisions";
import { closedIn, juryOf, ownEvaluation, readIn } from "../round";
import { allReadings, findAssignment } from "../scope";
import { findEvaluation } from "../score/stored-evaluation";

/*
 * Decides which evaluators take part in the discussion of a project, and when the discussion is open. Only this module
 * decides. Rule: evaluation.discussion.
 */

/** An evaluator whose closed evaluation contains scores of the project. */
export type Reader = {
  evaluator: string;
  project: string;
  recordId: string;
  sha256: string;
  /** The scores of the project in the evaluator's closed evaluation. */
  scores: Record<Criterion, number>;
};

/**
 * Returns the SQL condition over `submissions` for projects that can be discussed: the round's jury evaluates the
 * project, and all evaluators of the project have closed their evaluations. The evaluators of a project are those in
 * the reading plan or, without a plan, the whole jury. Evaluators with a recusal or a conflict of interest do not
 * count.
 */
export async function discussable(db: Executor, round: Round): Promise<SQL> {
  const ties = await conflictsIn(db, round, juryOf(round));
  const closed = db
    .select({ id: evaluationRecords.evaluatorId })
    .from(evaluationRecords)
    .where(closedIn(round));
  const waiting = sql`select ${users.id} from ${users} where ${juryOf(round)} and ${users.id} not in ${closed}`;
  const reads = (await findAssignment(db, round))
    ? sql`(${submissions.projectId}, waiting.id) in (
        select project_id, evaluator_id from (${allReadings(round)}) as own)`
    : sql`true`;
  return sql`(${readIn(round)} and not exists (
    select from (${waiting}) as waiting
    left join ${evaluations} on ${ownEvaluation(round, sql`waiting.id`)}
    where ${evaluations.recusal} is null and ${reads}
      and ${isNotAmong(ties, sql`waiting.id`, sql`${submissions.projectId}`)}))`;
}

/**
 * Returns the evaluators whose closed evaluations contain scores of the given projects. Includes evaluators whose
 * conflict of interest with a project was found after the closing.
 */
export async function readersOf(
  db: Executor,
  round: Round,
  projects: readonly string[],
): Promise<Reader[]> {
  const { rows } = await db.execute<Omit<Reader, "scores"> & { scores: unknown }>(sql`
    select ${evaluationRecords.evaluatorId} as evaluator, ${evaluationRecords.id} as "recordId",
      ${evaluationRecords.sha256} as sha256, own->>'project' as project, own->'scores' as scores
    from ${evaluationRecords}
    cross join lateral jsonb_array_elements(${evaluationRecords.record}->'evaluations') as own
    where ${closedIn(round)} and own->'recusal' = 'null' and own->>'project' = any(${sql.param([...projects])}::text[])`);
  return rows.flatMap(({ scores: stored, ...row }) => {
    const scores = scoresSchema.parse(stored);
    if (missingCriteria(scores).length > 0) return [];
    return [{ ...row, scores: scores as Record<Criterion, number> }];
  });
}

/**
 * Numbers the evaluators of one project from 1, ordered by a hash of the project's id and the hash of the evaluator's
 * closed evaluation. Evaluators do not know the hashes of other closed evaluations. So they cannot find out which
 * numbers in different projects belong to one evaluator.
 */
export function numberReaders(readers: readonly Reader[]): Map<string, number> {
  const keyOf = ({ project, sha256 }: Reader) =>
    createHash("sha256").update(`${project} ${sha256}`).digest("hex");
  const keyed = readers.map((one) => [keyOf(one), one.evaluator] as const);
  return new Map(
    keyed
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, evaluator], place) => [evaluator, place + 1]),
  );
}

/**
 * Returns the account that leads a round's discussions, or null. For the first round, the edition stores the account.
 */
export async function chairOf(db: Executor, round: Round): Promise<string | null> {
  const { edition, number } = round;
  if (number === 1) return edition.discussionChair;
  const seat = and(
    eq(roundJurors.editionId, edition.id),
    eq(roundJurors.round, number),
    eq(roundJurors.chair, true),
  );
  const [chair] = await db.select({ id: roundJurors.userId }).from(roundJurors).where(seat);
  return chair?.id ?? null;
}

/** Appoints an evaluator of the round as the chair, who leads the round's discussions. */
export async function setChair(
  tx: Executor,
  { edition, number }: Round,
  chair: string,
  context: ActionContext,
): Promise<void> {
  if (number === 1) {
    await tx.update(editions).set({ discussionChair: chair }).where(eq(editions.id, edition.id));
  } else {
    const seats = and(eq(roundJurors.editionId, edition.id), eq(roundJurors.round, number));
    await tx.update(roundJurors).set({ chair: false }).where(seats);
    const seat = and(seats, eq(roundJurors.userId, chair));
    await tx.update(roundJurors).set({ chair: true }).where(seat);
  }
  await appendAuditEntry(tx, context, {
    act: "discussion.chair",
    target: { ...editionTarget(edition), user: chair },
    data: number > 1 ? { round: String(number) } : {},
  });
}

/**
 * Reports whether discussions of a round can still change. Changes end when staff close the round, or when decisions
 * based on the round's ranking are released. Changes also end when a later round that uses the round's results opens,
 * or when another round repeats the round.
 */
export async function canDiscuss(db: Executor, round: Round): Promise<boolean> {
  if (round.closedAt || round.isRead || round.replacedBy) return false;
  return !(await hasReleased(db, round));
}

/**
 * Throws unless the evaluator can take part in a project's open discussion: the evaluator has closed scores of the
 * project or leads the discussions. Fails with `evaluation_not_closed` if the evaluator cannot read the round's results
 * yet. Fails with 404 for all others, including recused evaluators, so that they do not learn that a discussion exists.
 */
export async function requireMember(
  db: Executor,
  round: Round,
  evaluator: EvaluatorIdentity & { id: string },
  projectId: string,
) {
  const conflicts = await conflictsOfInterest(db, evaluator, round.editionId);
  const evaluation = await findEvaluation(db, round, evaluator.id, projectId);
  if (!round.discussion || conflicts.has(projectId) || evaluation?.recusal) fail("not_found");
  if (!(await canReadResults(db, round, evaluator.id))) fail("evaluation_not_closed");
  const readers = await readersOf(db, round, [projectId]);
  const record = await findEvaluationRecord(db, round, evaluator.id);
  const isChair = record !== null && (await chairOf(db, round)) === evaluator.id;
  const own = readers.find((one) => one.evaluator === evaluator.id);
  if (!own && !isChair) fail("not_found");
  const here = and(await discussable(db, round), eq(submissions.projectId, projectId));
  if ((await db.$count(submissions, here)) === 0) fail("not_found");
  return { readers, own: own ?? null, isChair };
}
