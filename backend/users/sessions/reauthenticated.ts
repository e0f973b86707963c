import { eq } from "drizzle-orm";
import type { Executor } from "../../db/connect";
import { sessions } from "../../db/schema/accounts";

/** Records that the owner of the session has just re-authenticated. */
export async function markReauthenticated(
  tx: Executor,
  sessionId: string,
  { byKey, now }: { byKey: boolean; now: Date },
): Promise<void> {
  await tx
    .update(sessions)
    .set({ provedAt: now, ...(byKey && { keyProvedAt: now }) })
    .where(eq(sessions.id, sessionId));
}
