import { and, eq, isNull, lte } from "drizzle-orm";
import { SELECTION_STAGES } from "@/contract/evaluation/funnel";
import { OPENING_OBSTACLES } from "@/contract/staff/rounds";
import { appendAuditEntry, editionTarget } from "../../audit-log/entries";
import type { Database, Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { editions, submissions } from "../../db/schema/applications";
import { rounds } from "../../db/schema/rounds";
import type { Dependencies } from "../../dependencies";
import { type Edition, lockSelection } from "../../editions/edition";
import { findRound, type Round, readRounds } from "../../editions/rounds";
import { releasedDecisions } from "../ranking/decisions";
import { confirmedJuryOf, readIn } from "../round";
import { announceRound } from "./announce-round";
import { copyRecusals } from "./copy-recusals";

type Obstacle = (typeof OPENING_OBSTACLES)[number];

/**
 * Opens the evaluation rounds whose opening date has passed, each in one transaction. A round opens only when decisions
 * about the previous selection stage are released and the round has a jury and projects. From then on, the results of
 * the earlier round are final.
 */
export async function openRounds({ db }: Pick<Dependencies, "db">, now: Date): Promise<void> {
  const due = await db
    .select({ edition: editions, number: rounds.number })
    .from(rounds)
    .innerJoin(editions, eq(editions.id, rounds.editionId))
    .where(and(isNull(rounds.openedAt), isNull(rounds.replacedBy), lte(rounds.opensAt, now)));
  for (const { edition, number } of due) await openRound(db, edition, number, now);
}

function openRound(db: Database, edition: Edition, number: number, now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    await lockSelection(tx, edition.id);
    const round = await findRound(tx, edition, number);
    if (!round?.opensAt || round.openedAt || round.opensAt > now) return;
    if ((await openingObstacles(tx, round)).length > 0) return;
    const here = and(eq(rounds.editionId, edition.id), eq(rounds.number, number));
    await tx.update(rounds).set({ openedAt: now }).where(here);
    await copyRecusals(tx, round, now);
    await announceRound(tx, round);
    const context = { actor: "clock", reason: "", now, level: "clock" } as const;
    const target = editionTarget(edition);
    await appendAuditEntry(tx, context, {
      act: "round.open",
      target,
      data: { round: String(number) },
    });
  });
}

/**
 * Returns the rounds of an edition that could not open although their opening date has passed: for each round's number,
 * the reasons why the round could not open.
 */
export async function blockedRounds(
  db: Executor,
  edition: Edition,
  now: Date,
): Promise<Map<number, Obstacle[]>> {
  const blocked = new Map<number, Obstacle[]>();
  for (const round of await readRounds(db, edition)) {
    const isDue = round.opensAt !== null && round.opensAt <= now;
    if (round.number === 1 || round.openedAt || round.replacedBy || !isDue) continue;
    const obstacles = await openingObstacles(db, round);
    if (obstacles.length > 0) blocked.set(round.number, obstacles);
  }
  return blocked;
}

/** Returns the reasons why a round cannot open, other than its opening date. */
export async function openingObstacles(db: Executor, round: Round): Promise<Obstacle[]> {
  const after = SELECTION_STAGES.find(({ id }) => id === round.stage)?.after;
  const { decisions } = await releasedDecisions(db, round.editionId);
  const found: Record<Obstacle, boolean> = {
    stage_unreleased: !decisions.some(({ stage }) => stage === after),
    no_projects: (await db.$count(submissions, readIn(round))) === 0,
    no_jury: (await db.$count(users, confirmedJuryOf(round))) === 0,
  };
  return OPENING_OBSTACLES.filter((one) => found[one]);
}
