import { eq } from "drizzle-orm";
import type { Database } from "@/backend/db/connect";
import { sessions, users } from "@/backend/db/schema/accounts";
import { MINUTE } from "@/contract/durations";
import { FRESH_SIGN_IN_MINUTES } from "@/contract/limits";

/** Makes the re-authentication of an account expire. */
export async function wearOff(db: Database, email: string): Promise<void> {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  if (!user) throw new Error(`nobody has the address ${email}`);
  const at = new Date(Date.now() - (FRESH_SIGN_IN_MINUTES + 1) * MINUTE);
  const old = { provedAt: at, keyProvedAt: at };
  await db.update(sessions).set(old).where(eq(sessions.userId, user.id));
}
