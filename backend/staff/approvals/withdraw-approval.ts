import { and, eq, gt } from "drizzle-orm";
import { z } from "zod";
import * as contract from "@/contract/staff/pending-approvals";
import { proposedActs } from "../../db/schema/audit-log";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { carryOutAct } from "../execute-action";
import { endProposal } from "./pending-approvals";

/** Withdraws a pending approval. The proposer and any director who could confirm it can do so. */
export function withdrawProposedAct(call: Call<typeof contract.withdrawProposedAct>) {
  const { id } = call.params;
  return carryOutAct(contract.withdrawProposedAct, call, async (tx, act) => {
    if (!z.uuid().safeParse(id).success) return fail("not_found");
    const [row] = await tx
      .select()
      .from(proposedActs)
      .where(and(eq(proposedActs.id, id), gt(proposedActs.expiresAt, act.now)))
      .for("update");
    if (!row) return fail("not_found");
    await endProposal(tx, { row }, act, "act.withdraw");
    return { count: 1, to: [id], effects: [{ name: "proposal_withdrawn", count: 1 }] };
  });
}
