import { and, eq, gt } from "drizzle-orm";
import { MINUTE } from "@/contract/durations";
import { FRESH_SIGN_IN_MINUTES } from "@/contract/limits";
import * as contract from "@/contract/staff/people-actions";
import { appendAuditEntry, isAbout } from "../../audit-log/entries";
import { auditEntries } from "../../db/schema/audit-log";
import { evaluations } from "../../db/schema/evaluations";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { exportOf } from "../../users/export/export";
import { personOf } from "./get-person";
import { refused, runPersonAction } from "./person-actions";

/**
 * Allows the caller to download a copy of a person's data for some minutes, and writes this to the audit log. Refuses
 * for people who have evaluated, because their copy contains scores. These people can download their copy from their
 * account. Rule: staff.blind.
 */
export function exportPerson(call: Call<typeof contract.exportPerson>) {
  return runPersonAction(contract.exportPerson, call, async (tx, { id }, context) => {
    if ((await tx.$count(evaluations, eq(evaluations.evaluatorId, id))) > 0) {
      return refused(id, "has_evaluated");
    }
    await appendAuditEntry(tx, context, { act: "user.export", target: { user: id } });
    const facts = { minutes: String(FRESH_SIGN_IN_MINUTES) };
    return { count: 1, to: [id], effects: [{ name: "copy_ready", count: 1, facts }] };
  });
}

/** Returns the copy of a person's data if the caller requested it within the last `FRESH_SIGN_IN_MINUTES` minutes. */
export async function downloadPerson(call: Call<typeof contract.downloadPerson>) {
  const { db, caller, params, arrivedAt } = call;
  const user = await personOf(db, params.id);
  const since = new Date(arrivedAt.getTime() - FRESH_SIGN_IN_MINUTES * MINUTE);
  const prepared = and(
    eq(auditEntries.act, "user.export"),
    eq(auditEntries.actorId, caller.id),
    isAbout({ user: user.id }),
    gt(auditEntries.at, since),
  );
  if ((await db.$count(auditEntries, prepared)) === 0) fail("proof_required");
  return exportOf(call, user);
}
