import type { verifyChain as contract } from "@/contract/staff/audit-log";
import { verifyAuditLog } from "../audit-log/verify-entries";
import type { Call } from "../http/serve";

/** Verifies the hash chain of the audit log, like the command `verify-log` (rule staff.journal). */
export async function verifyChain({ db }: Call<typeof contract>) {
  const { brokenAt, lines, head } = await verifyAuditLog(db);
  return { intact: brokenAt === null, lines, head, broken_at: brokenAt };
}
