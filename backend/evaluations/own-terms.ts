import { and, eq } from "drizzle-orm";
import type * as contract from "@/contract/evaluation/evaluation-work";
import { NO_TERMS } from "@/contract/evaluation/invitation";
import { appendAuditEntry, editionTarget } from "../audit-log/entries";
import type { Executor } from "../db/connect";
import { invitations } from "../db/schema/evaluations";
import { currentEdition, type Edition } from "../editions/edition";
import { firstRound, type Round } from "../editions/rounds";
import type { Call } from "../http/serve";
import { findEvaluationRecord, lockOpenWork } from "./closing";
import { requireBeforeEnd, scoringAt } from "./edition";
import { ownRounds } from "./own-rounds";
import { agreedCapacities } from "./scope";

/** Returns the languages, sectors, and conflicts of interest that the caller stated for the current edition. */
export async function getMyTerms({
  db,
  caller,
  arrivedAt,
  config,
}: Call<typeof contract.getMyTerms>) {
  const edition = await currentEdition(db, arrivedAt);
  const round = await roundOfTerms({ db, caller, arrivedAt, config }, edition);
  const closed = await findEvaluationRecord(db, round, caller.id);
  const isOver = scoringAt(round, arrivedAt, config) === "over";
  return termsAnswer(db, round, caller.id, closed === null && !isOver);
}

/**
 * Returns the caller's last round that has not ended, or else the caller's last round. The caller can state conflicts
 * of interest until the end of that round.
 */
async function roundOfTerms(
  {
    db,
    caller,
    arrivedAt,
    config,
  }: Pick<Call<typeof contract.getMyTerms>, "caller" | "arrivedAt" | "config"> & { db: Executor },
  edition: Edition,
): Promise<Round> {
  const own = await ownRounds(db, edition, caller.id);
  const isRunning = (round: Round) => scoringAt(round, arrivedAt, config) !== "over";
  return own.findLast(isRunning) ?? own.at(-1) ?? firstRound(edition);
}

/**
 * Stores the caller's languages, sectors, and conflicts of interest. The caller can change them until the caller's last
 * round ends. The audit log stores only the number of each, because the texts name organisations. Rule:
 * evaluation.terms.
 */
export function saveMyTerms({
  db,
  caller,
  body,
  arrivedAt,
  config,
}: Call<typeof contract.saveMyTerms>) {
  return db.transaction(async (tx) => {
    const edition = await currentEdition(tx, arrivedAt);
    const round = await roundOfTerms({ db: tx, caller, arrivedAt, config }, edition);
    await lockOpenWork(tx, round, caller.id);
    requireBeforeEnd(round, arrivedAt, config);
    const { languages, sectors, conflicts } = body;
    const stated = { languages, sectors, conflicts };
    // An evaluator added by a command has no invitation, so the inserted row has no `invitedAt`.
    await tx
      .insert(invitations)
      .values({ editionId: edition.id, userId: caller.id, ...stated })
      .onConflictDoUpdate({ target: [invitations.editionId, invitations.userId], set: stated });
    const by = {
      level: "owner",
      actor: "",
      actorId: caller.id,
      reason: "",
      now: arrivedAt,
    } as const;
    await appendAuditEntry(tx, by, {
      act: "evaluation.terms",
      target: { ...editionTarget(edition), user: caller.id },
      data: {
        languages: String(languages.length),
        sectors: String(sectors.length),
        conflicts: String(conflicts.length),
      },
    });
    return termsAnswer(tx, round, caller.id, true);
  });
}

async function termsAnswer(db: Executor, round: Round, userId: string, open: boolean) {
  const { edition } = round;
  const [row = NO_TERMS] = await db
    .select()
    .from(invitations)
    .where(and(eq(invitations.editionId, edition.id), eq(invitations.userId, userId)));
  const { languages, conflicts } = row;
  const capacity = (await agreedCapacities(db, round, userId)).get(userId) ?? null;
  return {
    ...{ capacity, languages, conflicts, open },
    sectors: row.sectors as never,
    edition: edition.year,
    until: round.closesAt?.toISOString() ?? null,
  };
}
