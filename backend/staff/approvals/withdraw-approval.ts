import { and, eq, gt } from "drizzle-orm";
import { z } from "zod";
import * as contract from "@/contract/staff/pending-approvals";
import { pendingApprovals } from "../../db/schema/audit-log";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { executeAction } from "../execute-action";
import { endApproval } from "./pending-approvals";

/**
 * Withdraws a pending approval. The director who proposed the action can withdraw it, and so can any director who could
 * confirm it.
 */
export function withdrawProposedAct(call: Call<typeof contract.withdrawProposedAct>) {
  const { id } = call.params;
  return executeAction(contract.withdrawProposedAct, call, async (tx, context) => {
    if (!z.uuid().safeParse(id).success) return fail("not_found");
    const [row] = await tx
      .select()
      .from(pendingApprovals)
      .where(and(eq(pendingApprovals.id, id), gt(pendingApprovals.expiresAt, context.now)))
      .for("update");
    if (!row) return fail("not_found");
    await endApproval(tx, { row }, context, "act.withdraw");
    return { count: 1, to: [id], effects: [{ name: "proposal_withdrawn", count: 1 }] };
  });
}
