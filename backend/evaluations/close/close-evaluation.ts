import { and, eq, isNull } from "drizzle-orm";
import type * as contract from "@/contract/evaluation/evaluations";
import type { Executor } from "../../db/connect";
import { evaluationRecords, evaluations } from "../../db/schema/evaluations";
import { reminderKind, staffReminderKind } from "../../editions/reminder-kind";
import { holdRounds, type Round } from "../../editions/rounds";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { dropReminders, queueMail } from "../../mail/outbox";
import { findEvaluationRecord, lockWork } from "../closing";
import { conflictsOfInterest, type EvaluatorIdentity } from "../conflicts-of-interest";
import { editionOf, requireOpened } from "../edition";
import { countWork, readingsLeft } from "../list/list-projects";
import { canReadResults, isStored, roundFor, roundInMail } from "../own-rounds";
import { givenIn } from "../round";
import { buildRecord, recordHash } from "./record";

/**
 * Stores all of the caller's scores of a round in a hashed record, even if scores are missing (rule
 * evaluation.closing). If the request names no round, closes the caller's evaluation in the caller's current round.
 * Rejects the request before the round opens. Of two concurrent requests, one writes the record and the other fails
 * with `already_closed`.
 */
export async function closeEvaluation({
  db,
  caller,
  body,
  language,
  arrivedAt,
  config,
  notifyMailWorker,
}: Pick<
  Call<typeof contract.closeEvaluation>,
  "db" | "caller" | "body" | "language" | "arrivedAt" | "config" | "notifyMailWorker"
>) {
  const evaluationRecord = await db.transaction(async (tx) => {
    const edition = await editionOf(tx, body.edition, arrivedAt);
    await holdRounds(tx, edition.id);
    const asking = { db: tx, caller, arrivedAt, config };
    const round = await roundFor(asking, edition, body.round);
    requireOpened(round, arrivedAt, config);
    await lockWork(tx, round, caller.id);
    if (await findEvaluationRecord(tx, round, caller.id)) fail("already_closed");
    // A client that closed an earlier round can repeat its request, which names no round. The repeated request must not
    // close the current round, so reject it if the caller has not begun to score in the current round.
    if (body.round === undefined && round.number > 1 && !(await hasBegun(tx, round, caller.id))) {
      fail("already_closed");
    }
    // Rejects the request if staff have closed the round, because a database trigger refuses changes in a closed round.
    // Evaluations that were open at the closing of the round stay open, and their scores do not count.
    if (round.closedAt !== null || round.isRead) fail("evaluation_closed");
    const record = await buildRecord(tx, {
      round,
      evaluator: caller,
      closedAt: arrivedAt,
      language,
    });
    const sha256 = recordHash(record);
    await tx.insert(evaluationRecords).values({
      editionId: edition.id,
      round: round.number,
      evaluatorId: caller.id,
      closedAt: arrivedAt,
      record,
      sha256,
    });
    const { number } = round;
    const kinds = [reminderKind(edition.year, number), staffReminderKind(edition.id, number)];
    // In an edition with stored rounds, deletes only the evaluator's reminders of this round, and keeps reminders of
    // other rounds.
    const own = isStored(round) ? { userId: caller.id, kinds } : { userId: caller.id };
    await dropReminders(tx, own, ["evaluation_reminder"]);
    const closed_at = arrivedAt.toISOString();
    await queueMail(tx, {
      template: (await canReadResults(tx, round, caller.id))
        ? "evaluation_closed"
        : "evaluation_closed_blind",
      userId: caller.id,
      recipient: caller.email,
      language: caller.language,
      data: {
        ...(await workData(tx, round, caller)),
        ...roundInMail(round, caller.language),
        first_name: caller.firstName,
        at: closed_at,
        sha256,
      },
    });
    return { closed: true as const, closed_at, sha256, ...roundNumber(round) };
  });
  notifyMailWorker();
  return evaluationRecord;
}

/**
 * Reports whether an evaluator has begun to score in a round. Recusals do not count, because a new round copies the
 * recusals of earlier rounds.
 */
async function hasBegun(tx: Executor, round: Round, evaluatorId: string): Promise<boolean> {
  const own = and(
    givenIn(round),
    eq(evaluations.evaluatorId, evaluatorId),
    isNull(evaluations.recusedAt),
  );
  return (await tx.$count(evaluations, own)) > 0;
}

const roundNumber = (round: Round) => (isStored(round) ? { round: round.number } : {});

/** Returns the numbers that the email about a closed evaluation contains. */
async function workData(tx: Executor, round: Round, caller: EvaluatorIdentity & { id: string }) {
  const conflicts = await conflictsOfInterest(tx, caller, round.editionId);
  const counts = await countWork(tx, round, caller.id, conflicts);
  return {
    edition: String(round.edition.year),
    scored: String(counts.scored),
    unscored: String(readingsLeft(counts)),
    recused: String(counts.recused),
  };
}
