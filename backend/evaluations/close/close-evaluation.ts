import type * as contract from "@/contract/evaluation/evaluations";
import { evaluationRecords } from "../../db/schema/evaluations";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { dropReminders } from "../../mail/outbox";
import { editionOf, requireOpened } from "../edition";
import { findClosing, lockWork } from "./closing";
import { buildRecord, recordHash } from "./record";

/**
 * Freezes all the caller's scores of an edition in a hashed record, whatever is missing (rule
 * evaluation.closing), but not before there is anything to close. Of two simultaneous closings one writes, the other finds its record.
 */
export function closeEvaluation({
  db,
  caller,
  body,
  language,
  arrivedAt,
  config,
}: Call<typeof contract.closeEvaluation>) {
  return db.transaction(async (tx) => {
    const edition = await editionOf(tx, body.edition, arrivedAt);
    requireOpened(edition, arrivedAt, config);
    await lockWork(tx, edition.id, caller.id);
    if (await findClosing(tx, edition.id, caller.id)) fail("already_closed");
    const record = await buildRecord(tx, {
      edition,
      evaluator: caller,
      closedAt: arrivedAt,
      language,
    });
    const sha256 = recordHash(record);
    await tx.insert(evaluationRecords).values({
      editionId: edition.id,
      evaluatorId: caller.id,
      closedAt: arrivedAt,
      record,
      sha256,
    });
    await dropReminders(tx, { userId: caller.id }, ["evaluation_reminder"]);
    return { closed: true as const, closed_at: arrivedAt.toISOString(), sha256 };
  });
}
