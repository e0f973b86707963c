import { eq, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { type Executor, readTogether } from "../../db/connect";
import { submissions } from "../../db/schema/applications";
import { scoreRevisions } from "../../db/schema/discussion";
import { decisionReleases, evaluationRecords } from "../../db/schema/evaluations";
import { firstRoundKey, type RoundKey } from "../../editions/rounds";
import { closedIn, readIn, revisedIn } from "../round";
import { keepResults } from "./kept-results";
import { currentConflicts, rankWithEvaluations } from "./ranking";

export type Evaluated = Awaited<ReturnType<typeof rankWithEvaluations>>;

const keptRankings = keepResults<Evaluated>();

/**
 * Returns the ranking of a round with its evaluations, like `rankWithEvaluations`. The calling function must not change
 * the result, because the result is cached.
 */
export async function readRanking(db: Executor, round: RoundKey): Promise<Evaluated> {
  return rankingOf(db, round, await markOf(db, round));
}

/**
 * Returns the ranking of a round. `mark` is the fingerprint of the ranking's input. With `first`, the ranking uses the
 * scores that evaluators closed, without their later revisions.
 */
export function rankingOf(
  db: Executor,
  round: RoundKey,
  mark: string,
  { first = false } = {},
): Promise<Evaluated> {
  const key = `${keyOf(round)} ${first}`;
  return keptRankings(db, { key, mark }, () => rankWithEvaluations(db, round, { first }));
}

/** Returns the cache key of a round's ranking, which is unique among all rounds of all editions. */
export function keyOf({ editionId, number, stage, reads }: RoundKey): string {
  return [editionId, number, stage, reads].join(" ");
}

/**
 * Returns a fingerprint of the input of a round's ranking: current evaluation records, score revisions, submissions of
 * the edition, releases, and conflicts of interest. The fingerprint contains the id of the transaction that last wrote
 * each row, because the erasure of a person updates existing submissions. The fingerprint does not contain the round's
 * list of projects, because only a release or a submission changes the list.
 */
export async function markOf(db: Executor, round: RoundKey): Promise<string> {
  const [conflicts, ...marks] = await readTogether(db, [
    () => currentConflicts(db, round),
    () => markRows(db, evaluationRecords, closedIn(round)),
    () => markRows(db, scoreRevisions, revisedIn(round)),
    () => markRows(db, submissions, readIn(firstRoundKey(round.editionId))),
    () => markRows(db, decisionReleases, eq(decisionReleases.editionId, round.editionId)),
  ]);
  const own = conflicts.map(({ evaluator, project }) => `${evaluator}:${project}`).sort();
  return [...marks, ...own].join(" ");
}

/**
 * Returns a fingerprint of the given rows of a table. Any change to one of the rows changes the fingerprint.
 */
export async function markRows(
  db: Executor,
  table: PgTable,
  where: SQL | undefined,
): Promise<string> {
  const [row] = await db
    .select({
      mark: sql<string>`count(*) || ':' || coalesce(sum(hashtextextended(${table}.id || ' ' || ${table}.xmin, 0)::numeric), 0)`,
    })
    .from(table)
    .where(where);
  return row?.mark ?? "";
}
