import type * as contract from "@/contract/evaluation/evaluations";
import type { Executor } from "../../db/connect";
import { evaluationRecords } from "../../db/schema/evaluations";
import { firstRound, type Round } from "../../editions/rounds";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { dropReminders, queueMail } from "../../mail/outbox";
import { findEvaluationRecord, lockWork } from "../closing";
import { conflictsOfInterest, type EvaluatorIdentity } from "../conflicts-of-interest";
import { editionOf, requireOpened } from "../edition";
import { countWork, readingsLeft } from "../list/list-projects";
import { buildRecord, recordHash } from "./record";

/**
 * Stores all of the caller's scores of a round in a hashed record, even if some are missing
 * (rule evaluation.closing). Rejects the request before the round opens. Of two concurrent requests, one
 * writes the record and the other fails with `already_closed`.
 */
export async function closeEvaluation({
  db,
  caller,
  body,
  language,
  arrivedAt,
  config,
  notifyMailWorker,
}: Call<typeof contract.closeEvaluation>) {
  const evaluationRecord = await db.transaction(async (tx) => {
    const edition = await editionOf(tx, body.edition, arrivedAt);
    const round = firstRound(edition);
    requireOpened(round, arrivedAt, config);
    await lockWork(tx, round, caller.id);
    if (await findEvaluationRecord(tx, round, caller.id)) fail("already_closed");
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
    await dropReminders(tx, { userId: caller.id }, ["evaluation_reminder"]);
    const closed_at = arrivedAt.toISOString();
    await queueMail(tx, {
      template: "evaluation_closed",
      userId: caller.id,
      recipient: caller.email,
      language: caller.language,
      data: {
        ...(await workData(tx, round, caller)),
        first_name: caller.firstName,
        at: closed_at,
        sha256,
      },
    });
    return { closed: true as const, closed_at, sha256 };
  });
  notifyMailWorker();
  return evaluationRecord;
}

/** Returns the counts of the closed evaluation for its email. */
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
