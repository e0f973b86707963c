import { randomInt } from "node:crypto";
import { and, eq, notInArray, sql } from "drizzle-orm";
import type { ProposalState } from "@/contract/staff/assignment";
import type { Database, Executor } from "../../db/connect";
import { assignmentProposals } from "../../db/schema/assignment";
import type { Dependencies } from "../../dependencies";
import { findRoundKey, type RoundKey } from "../../editions/rounds";
import { proposedIn } from "../round";
import { solveInThread } from "./solve-in-thread";
import { readWorld } from "./world";

const SEEDS = 2 ** 31;

/**
 * Requests a proposal of a reading plan for a round, and replaces the previous proposal. A background task creates the
 * proposal.
 */
export async function askForProposal(
  db: Database,
  { editionId, number }: RoundKey,
  {
    readings,
    seed = randomInt(SEEDS),
    now,
  }: { readings: number; seed?: number | undefined; now: Date },
) {
  const asked = {
    id: sql`gen_random_uuid()`,
    ...{ readings, seed, state: "waiting" as const, askedAt: now },
    ...{ begunAt: null, doneAt: null, readers: null },
  };
  const [row] = await db
    .insert(assignmentProposals)
    .values({ editionId, round: number, ...asked })
    .onConflictDoUpdate({
      target: [assignmentProposals.editionId, assignmentProposals.round],
      set: asked,
    })
    .returning({ id: assignmentProposals.id, seed: assignmentProposals.seed });
  if (!row) throw new Error("a proposal was not stored");
  return row;
}

/**
 * Creates the requested reading-plan proposals one after the other, in a separate thread. An instance must hold the
 * edition's lock to create a proposal. If the instance stops, the lock is released and another instance starts the
 * proposal again.
 */
export async function makeProposals(
  { db, log }: Pick<Dependencies, "db" | "log">,
  now: Date,
): Promise<void> {
  const open = await db
    .select({ editionId: assignmentProposals.editionId, number: assignmentProposals.round })
    .from(assignmentProposals)
    .where(notInArray(assignmentProposals.state, ["done", "failed"]));
  for (const { editionId, number } of open) {
    const round = await findRoundKey(db, editionId, number);
    if (round) await makeProposal({ db, log }, round, now);
  }
}

function makeProposal(
  { db, log }: Pick<Dependencies, "db" | "log">,
  round: RoundKey,
  now: Date,
): Promise<void> {
  const { editionId, number } = round;
  const lock = `proposal:${editionId}${number === 1 ? "" : `:${number}`}`;
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ mine: boolean }>(sql`
      select pg_try_advisory_xact_lock(hashtextextended(${lock}, 0)) as mine,
        set_config('idle_in_transaction_session_timeout', '0', true)`);
    if (!rows[0]?.mine) return;
    for (;;) {
      const [asked] = await db
        .select()
        .from(assignmentProposals)
        .where(and(proposedIn(round), notInArray(assignmentProposals.state, ["done", "failed"])));
      if (!asked) return;
      const { id, readings, seed } = asked;
      // Updates the state of the reading-plan proposal outside the transaction, so that other requests see the
      // progress. Changes nothing if a newer request has replaced the proposal.
      const set = (state: ProposalState, more: object = {}) =>
        db
          .update(assignmentProposals)
          .set({ state, ...more })
          .where(eq(assignmentProposals.id, id));
      try {
        await set("reading", { begunAt: now });
        const world = await readWorld(db, round);
        await set("solving");
        const readers = await solveInThread({ readings, seed, ...world });
        await set("done", { readers, doneAt: sql`clock_timestamp()` });
      } catch (err) {
        log.error({ err, job: "make-proposals" }, "a proposal failed");
        await set("failed");
      }
    }
  });
}

/** Returns the last requested reading-plan proposal of a round, or null. */
export async function findProposal(db: Executor, round: RoundKey) {
  const [found] = await db.select().from(assignmentProposals).where(proposedIn(round));
  return found ?? null;
}
