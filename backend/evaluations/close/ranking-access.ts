import { and, eq, isNull, sql } from "drizzle-orm";
import type { Executor } from "../../db/connect";
import { IN_JURY, users } from "../../db/schema/accounts";
import { evaluationRecords, rankingOpenings } from "../../db/schema/evaluations";
import { fail } from "../../http/failure";

/**
 * Counts the active evaluators, and how many of them have closed their evaluation. Excludes deactivated
 * accounts from both.
 */
export async function countClosed(db: Executor, editionId: string) {
  const standing = db
    .select({ one: sql`1` })
    .from(evaluationRecords)
    .where(
      and(
        eq(evaluationRecords.editionId, editionId),
        eq(evaluationRecords.evaluatorId, users.id),
        isNull(evaluationRecords.reopenedAt),
      ),
    );
  const [row] = await db
    .select({
      all: sql<number>`count(*)::int`,
      closed: sql<number>`count(*) filter (where exists ${standing})::int`,
    })
    .from(users)
    .where(IN_JURY);
  return row ?? { all: 0, closed: 0 };
}

/**
 * Reports whether staff can read the ranking, and how many evaluators have closed. The ranking opens when all
 * evaluators have closed their evaluations, or when a director opens it early. Rule: staff.blind.
 */
export async function rankingAccess(db: Executor, editionId: string) {
  const { all, closed } = await countClosed(db, editionId);
  const [early] = await db
    .select({ at: rankingOpenings.at })
    .from(rankingOpenings)
    .where(eq(rankingOpenings.editionId, editionId));
  const [record] = await db
    .select({ id: evaluationRecords.id })
    .from(evaluationRecords)
    .where(and(eq(evaluationRecords.editionId, editionId), isNull(evaluationRecords.reopenedAt)))
    .limit(1);
  // Without a record the ranking is empty, even if a director opened it.
  const isOpen = record !== undefined && (closed === all || early !== undefined);
  return { all, closed, openedAt: early?.at ?? null, isOpen };
}

/** Throws `jury_not_closed` if staff cannot read the ranking yet. */
export async function requireJuryClosed(db: Executor, editionId: string): Promise<void> {
  const { isOpen } = await rankingAccess(db, editionId);
  if (!isOpen) fail("jury_not_closed");
}
