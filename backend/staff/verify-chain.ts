import type { verifyChain as contract } from "@/contract/staff/staff";
import type { Call } from "../http/serve";
import { verifyActs } from "../journal/verify-acts";

/** Whether the log is what was written: what `verify-log` computes, without its words (rule staff.journal). */
export async function verifyChain({ db }: Call<typeof contract>) {
  const { brokenAt, lines, head } = await verifyActs(db);
  return { intact: brokenAt === null, lines, head, broken_at: brokenAt };
}
