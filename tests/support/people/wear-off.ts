import { eq } from "drizzle-orm";
import { readConfig } from "@/backend/config";
import { connect } from "@/backend/db/connect";
import { sessions, users } from "@/backend/db/schema/accounts";
import { FRESH_SIGN_IN_MINUTES } from "@/contract/limits";
import { MINUTE } from "@/contract/spans";

/**
 * Lets so much time go by for what an account has proved that it is asked again.
 * Usage: wear-off.ts EMAIL
 */
const { db, close } = connect(readConfig().DATABASE_URL, { max: 1 });
try {
  const [email = ""] = process.argv.slice(2);
  const [user] = await db.select().from(users).where(eq(users.email, email));
  if (!user) throw new Error(`nobody has the address ${email}`);
  const at = new Date(Date.now() - (FRESH_SIGN_IN_MINUTES + 1) * MINUTE);
  const old = { provedAt: at, keyProvedAt: at };
  await db.update(sessions).set(old).where(eq(sessions.userId, user.id));
} finally {
  await close();
}
