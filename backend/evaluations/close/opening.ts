import { and, eq, isNull, sql } from "drizzle-orm";
import type { Executor } from "../../db/connect";
import { hasRole, users } from "../../db/schema/accounts";
import { evaluationRecords, rankingOpenings } from "../../db/schema/evaluations";
import { fail } from "../../http/failure";

/** How many of those who evaluate there are, and how many have closed: counted by person, so that who has left closes for nobody. */
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
    .where(and(hasRole("evaluator"), isNull(users.deactivatedAt)));
  return row ?? { all: 0, closed: 0 };
}

/**
 * Whether staff may read the ranking of an edition (rule staff.blind): everybody has closed, or a director has opened it
 * early. With it how far the jury is.
 */
export async function rankingOpening(db: Executor, editionId: string) {
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
  // Of a jury nobody of which has closed there is nothing to read.
  const isOpen = record !== undefined && (closed === all || early !== undefined);
  return { all, closed, openedAt: early?.at ?? null, isOpen };
}

/** Refuses staff what tells of the ranking before they may read it. */
export async function requireJuryClosed(db: Executor, editionId: string): Promise<void> {
  const { isOpen } = await rankingOpening(db, editionId);
  if (!isOpen) fail("jury_not_closed");
}
