import { eq, sql } from "drizzle-orm";
import { rankingSchema } from "@/contract/evaluation/evaluation-schemas";
import type * as contract from "@/contract/evaluation/evaluations";
import type { Executor } from "../../db/connect";
import { submissions } from "../../db/schema/applications";
import { scoreRevisions } from "../../db/schema/discussion";
import { decisionReleases, evaluationRecords } from "../../db/schema/evaluations";
import type { Edition } from "../../editions/edition";
import type { RoundKey } from "../../editions/rounds";
import { PRIVATE_HEADERS } from "../../http/failure";
import type { Call } from "../../http/serve";
import { editionOf } from "../edition";
import { requireResults, roundFor } from "../own-rounds";
import { closedIn, readIn, revisedIn } from "../round";
import { currentConflicts, rankRound } from "./ranking";

/**
 * Creates the endpoint that returns means and ranks of closed evaluations. Only evaluators who have closed can read
 * them, so that the results do not influence open scores.
 *
 * All evaluators get the same response, so it is cached as one text per round. Closing or reopening an evaluation,
 * revising scores, and resubmitting or withdrawing a project invalidate the cache. So do changed conflicts of interest,
 * released decisions, and changed places. Each request checks the caller's access again.
 */
export function createRanking() {
  const kept = new Map<string, { mark: string; text: Promise<string> }>();
  return async function getRanking({
    db,
    caller,
    query,
    arrivedAt,
    config,
  }: Call<typeof contract.getRanking>) {
    const edition = await editionOf(db, query.edition, arrivedAt);
    const round = await roundFor({ db, caller, arrivedAt, config }, edition, query.round);
    await requireResults(db, round, caller.id);
    const key = `${edition.id}:${round.number}`;
    const mark = `${await markOf(db, round)} ${JSON.stringify(edition.places)}`;
    const known = kept.get(key);
    const answer = known?.mark === mark ? known : { mark, text: write(db, round, edition) };
    if (answer !== known) {
      kept.set(key, answer);
      // Removes a failed ranking from the cache, so that the next request calculates it again.
      answer.text.catch(() => kept.get(key) === answer && kept.delete(key));
    }
    return new Response(await answer.text, {
      headers: { ...PRIVATE_HEADERS, "Content-Type": "application/json" },
    });
  };
}

async function write(db: Executor, round: RoundKey, { places }: Edition): Promise<string> {
  return JSON.stringify(rankingSchema.parse({ ...(await rankRound(db, round)), places }));
}

/**
 * Returns a fingerprint that changes with the ranking's input: current evaluation records, their revisions,
 * submissions, releases, and conflicts of interest.
 */
async function markOf(db: Executor, round: RoundKey): Promise<string> {
  const sum = (column: unknown) =>
    sql<string>`count(*) || ':' || coalesce(sum(hashtextextended(${column}::text, 0)::numeric), 0)`;
  const [conflicts, [records], [revisions], [sent], [released]] = await Promise.all([
    currentConflicts(db, round),
    db
      .select({ mark: sum(evaluationRecords.id) })
      .from(evaluationRecords)
      .where(closedIn(round)),
    db
      .select({ mark: sum(scoreRevisions.id) })
      .from(scoreRevisions)
      .where(revisedIn(round)),
    db
      .select({ mark: sum(submissions.id) })
      .from(submissions)
      .where(readIn(round)),
    db
      .select({ mark: sum(decisionReleases.id) })
      .from(decisionReleases)
      .where(eq(decisionReleases.editionId, round.editionId)),
  ]);
  const own = conflicts.map(({ evaluator, project }) => `${evaluator}:${project}`).sort();
  return [records?.mark, revisions?.mark, sent?.mark, released?.mark, ...own].join(" ");
}
