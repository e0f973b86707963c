import { and, eq, isNull, sql } from "drizzle-orm";
import { rankingSchema } from "@/contract/evaluation/evaluation-schemas";
import type * as contract from "@/contract/evaluation/evaluations";
import type { Executor } from "../../db/connect";
import { submissions } from "../../db/schema/applications";
import { decisionReleases, evaluationRecords } from "../../db/schema/evaluations";
import { fail, PRIVATE_HEADERS } from "../../http/failure";
import type { Call } from "../../http/serve";
import { findClosing } from "../close/closing";
import { editionOf } from "../edition";
import { rankEdition, standingConflicts } from "./ranking";

/**
 * Means and ranks of closed evaluations, for those who have closed: nobody's scores colour another's.
 *
 * Everybody gets the same answer until somebody closes or is reopened, a project is sent again or
 * withdrawn, a conflict of interest comes up or goes, or decisions are released; so it is made once
 * and kept as it was written, one text per edition. Who may have it is asked every time.
 */
export function createRanking() {
  const kept = new Map<string, { mark: string; text: Promise<string> }>();
  return async function getRanking({
    db,
    caller,
    query,
    arrivedAt,
  }: Call<typeof contract.getRanking>) {
    const edition = await editionOf(db, query.edition, arrivedAt);
    if (!(await findClosing(db, edition.id, caller.id))) fail("evaluation_not_closed");
    const mark = await markOf(db, edition.id);
    const known = kept.get(edition.id);
    const answer = known?.mark === mark ? known : { mark, text: write(db, edition.id) };
    if (answer !== known) {
      kept.set(edition.id, answer);
      // A failed one is not cached for the next caller.
      answer.text.catch(() => kept.get(edition.id) === answer && kept.delete(edition.id));
    }
    return new Response(await answer.text, {
      headers: { ...PRIVATE_HEADERS, "Content-Type": "application/json" },
    });
  };
}

async function write(db: Executor, editionId: string): Promise<string> {
  return JSON.stringify(rankingSchema.parse(await rankEdition(db, editionId)));
}

/**
 * A fingerprint of what the ranking is made from: which records stand, which versions are sent, what
 * was released, and which projects are an evaluator's own. Rows of the first three are only added, or
 * change in a way that is seen here.
 */
async function markOf(db: Executor, editionId: string): Promise<string> {
  const sum = (column: unknown) =>
    sql<string>`count(*) || ':' || coalesce(sum(hashtextextended(${column}::text, 0)::numeric), 0)`;
  const [conflicts, [records], [sent], [released]] = await Promise.all([
    standingConflicts(db, editionId),
    db
      .select({ mark: sum(evaluationRecords.id) })
      .from(evaluationRecords)
      .where(and(eq(evaluationRecords.editionId, editionId), isNull(evaluationRecords.reopenedAt))),
    db
      .select({ mark: sum(submissions.id) })
      .from(submissions)
      .where(and(eq(submissions.editionId, editionId), submissions.current)),
    db
      .select({ mark: sum(decisionReleases.id) })
      .from(decisionReleases)
      .where(eq(decisionReleases.editionId, editionId)),
  ]);
  const own = conflicts.map(({ evaluator, project }) => `${evaluator}:${project}`).sort();
  return [records?.mark, sent?.mark, released?.mark, ...own].join(" ");
}
