import { and, eq, sql } from "drizzle-orm";
import { STAGE_IDS, type Stage } from "@/contract/evaluation/funnel";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { evaluationRecords, rankingOpenings } from "../../db/schema/evaluations";
import type { Edition } from "../../editions/edition";
import { type RoundKey, readRounds, roundDeciding } from "../../editions/rounds";
import { fail } from "../../http/failure";
import { closedIn, juryOf, openedIn } from "../round";

/**
 * Counts the active evaluators of a round, and how many of them have closed their evaluation. Both counts exclude
 * deactivated accounts.
 */
export async function countClosed(db: Executor, round: RoundKey) {
  const standing = db
    .select({ one: sql`1` })
    .from(evaluationRecords)
    .where(and(closedIn(round), eq(evaluationRecords.evaluatorId, users.id)));
  const [row] = await db
    .select({
      all: sql<number>`count(*)::int`,
      closed: sql<number>`count(*) filter (where exists ${standing})::int`,
    })
    .from(users)
    .where(juryOf(round));
  return row ?? { all: 0, closed: 0 };
}

type Access = RoundKey & { closedAt?: Date | null };

/**
 * Reports whether staff can read the ranking of a round, and how many evaluators have closed their evaluation. The
 * ranking opens when all evaluators have closed their evaluation, when staff close the round, or when a director opens
 * the ranking early. Rule: staff.blind.
 */
export async function rankingAccess(db: Executor, round: Access) {
  const { all, closed } = await countClosed(db, round);
  const [early] = await db
    .select({ at: rankingOpenings.at })
    .from(rankingOpenings)
    .where(openedIn(round));
  const [record] = await db
    .select({ id: evaluationRecords.id })
    .from(evaluationRecords)
    .where(closedIn(round))
    .limit(1);
  // If no evaluator has closed the evaluation, the ranking is empty. Staff then cannot read the ranking, even if a
  // director opened it early.
  const isOpen =
    record !== undefined && (closed === all || early !== undefined || Boolean(round.closedAt));
  return { all, closed, openedAt: early?.at ?? null, isOpen };
}

/** Throws `jury_not_closed` if staff cannot read the ranking of a round yet. */
export async function requireJuryClosed(db: Executor, round: Access): Promise<void> {
  const { isOpen } = await rankingAccess(db, round);
  if (!isOpen) fail("jury_not_closed");
}

/**
 * Returns the selection stages whose ranking staff can read. Staff see unreleased decisions only about these stages.
 * Rule: staff.blind.
 */
export async function readableStages(db: Executor, edition: Edition): Promise<Stage[]> {
  const all = await readRounds(db, edition);
  const open = new Set<number>();
  for (const round of all) {
    if ((await rankingAccess(db, round)).isOpen) open.add(round.number);
  }
  return STAGE_IDS.filter((stage) => open.has(roundDeciding(all, stage).number));
}
