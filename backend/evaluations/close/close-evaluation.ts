import type { closeEvaluation } from "@/contract/evaluations";
import { evaluationRecords } from "../db/schema/evaluations";
import { fail } from "../http/failure";
import type { Handler } from "../http/serve";
import { dropReminders } from "../mail/outbox";
import { findClosing, lockWork } from "./closing";
import { editionOf } from "./edition";
import { buildRecord, recordHash } from "./record";

/**
 * "It closes at once, whatever is missing": freezes all the caller's scores of an edition in a
 * hashed record. Of two closings at the same moment one writes, the other finds its record.
 */
export const storeClosing: Handler<typeof closeEvaluation> = ({ db, caller, body, arrivedAt }) =>
  db.transaction(async (tx) => {
    const edition = await editionOf(tx, body.edition, arrivedAt);
    await lockWork(tx, edition.id, caller.id);
    if (await findClosing(tx, edition.id, caller.id)) fail("already_closed");
    const record = await buildRecord(tx, { edition, evaluator: caller, closedAt: arrivedAt });
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
