import { eq } from "drizzle-orm";
import { MINUTE } from "@/contract/durations";
import { IMPERSONATION_MINUTES } from "@/contract/limits";
import type * as contract from "@/contract/staff/see-as";
import { appendAuditEntry, editionTarget } from "../audit-log/entries";
import { users } from "../db/schema/accounts";
import { findCurrentEdition } from "../editions/edition";
import { fail } from "../http/failure";
import type { Call } from "../http/serve";
import { recordEvent } from "../project/timeline";
import { endImpersonations, openImpersonation } from "../users/sessions/impersonation";
import { actionContextFor } from "./action-context";
import { projectOf } from "./project-of";

/**
 * Starts an impersonation of an applicant. The audit log stores the reason, and the applicant's timeline shows that
 * staff viewed the pages. Rule: staff.see-as.
 */
export async function seeAs({ db, caller, params, body, now }: Call<typeof contract.seeAs>) {
  const at = now();
  const endsAt = new Date(at.getTime() + IMPERSONATION_MINUTES * MINUTE);
  return db.transaction(async (tx) => {
    const { project, edition } = await projectOf(tx, params.id);
    const [user] = await tx.select().from(users).where(eq(users.id, project.userId));
    // Impersonation is possible only in the current edition. The applicant's pages do not show other editions, so the
    // applicant would not see the timeline event about the impersonation.
    const current = await findCurrentEdition(tx, at);
    if (!user || user.deactivatedAt || current?.id !== edition.id) return fail("not_found");
    const token = await openImpersonation(tx, {
      sessionId: caller.sessionId,
      userId: user.id,
      endsAt,
    });
    await recordEvent(tx, project.id, "seen", at, { minutes: IMPERSONATION_MINUTES });
    await appendAuditEntry(tx, actionContextFor(caller, body.reason, at), {
      act: "user.see-as",
      target: { ...editionTarget(edition), user: user.id },
    });
    return { token, name: `${user.firstName} ${user.lastName}`, until: endsAt.toISOString() };
  });
}

/** Ends the caller's impersonation of an applicant before it expires. */
export async function stopSeeing({ db, caller }: Call<typeof contract.stopSeeing>) {
  await endImpersonations(db, caller.sessionId);
}
