import { eq } from "drizzle-orm";
import { FRESH_SIGN_IN_MINUTES } from "@/contract/limits";
import type { logout } from "@/contract/users/users";
import { sessions, users } from "../db/schema/accounts";
import { fail } from "../http/failure";
import { accountLimit } from "../http/limits";
import { checkLimit, countOne } from "../http/rate-limit";
import type { Call } from "../http/serve";
import { verifyPassword } from "./passwords/password";

type WithCaller = Pick<Call<typeof logout>, "db" | "caller" | "now">;

/**
 * The account, once its owner has proved to be at this session again: by the password, rate-limited so that
 * a stolen session cannot guess for long; without one, by a sign-in of minutes ago. 403 wrong_password.
 *
 * @param passwordOnly an account without a password is refused
 */
export async function ownerAgain(
  { db, caller, now }: WithCaller,
  password: string | undefined,
  { passwordOnly = false } = {},
): Promise<typeof users.$inferSelect> {
  const [user] = await db.select().from(users).where(eq(users.id, caller.id));
  if (!user) return fail("not_authenticated");
  if (user.passwordHash === null && !passwordOnly) {
    await requireFreshSignIn({ db, caller, now });
    return user;
  }
  const limit = accountLimit("password", caller.id);
  await checkLimit(db, limit, now());
  if (await verifyPassword(user.passwordHash, password ?? "")) return user;
  await countOne(db, limit, now());
  return fail("wrong_password");
}

async function requireFreshSignIn({ db, caller, now }: WithCaller) {
  const [session] = await db.select().from(sessions).where(eq(sessions.id, caller.sessionId));
  const age = session ? now().getTime() - session.createdAt.getTime() : Number.POSITIVE_INFINITY;
  if (age > FRESH_SIGN_IN_MINUTES * 60_000) fail("wrong_password");
}
