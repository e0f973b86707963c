import { eq } from "drizzle-orm";
import { FRESH_SIGN_IN_MINUTES } from "@/contract/limits";
import type {
  changePassword,
  deactivateMe,
  endOtherSessions,
  listSessions,
  logout,
} from "@/contract/users/users";
import { sessions, users } from "../db/schema/accounts";
import { fail } from "../http/failure";
import { accountLimit } from "../http/limits";
import { checkLimit, countOne } from "../http/rate-limit";
import type { Call } from "../http/serve";
import { dropReminders, queueMail } from "../mail/outbox";
import { hideSent } from "../project/owner-gone";
import { hashPassword, verifyPassword } from "./passwords/password";
import { refuseWeakPassword } from "./passwords/password-strength";
import { queuePasswordNotice } from "./passwords/recovery";
import { endSession, endSessions, openSessionsOf } from "./sessions/sessions";

export async function signOut({ db, caller, now }: Call<typeof logout>) {
  await endSession(db, caller.sessionId, now());
}

/** The account's open sessions; the caller's is marked. */
export async function readSessions({ db, caller, now }: Call<typeof listSessions>) {
  const rows = await openSessionsOf(db, caller.id, now());
  return rows.map(({ id, device, createdAt, lastUsedAt }) => ({
    id,
    device,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt.toISOString(),
    current: id === caller.sessionId,
  }));
}

export async function endOthers({ db, caller, now }: Call<typeof endOtherSessions>) {
  await endSessions(db, caller.id, { keep: caller.sessionId, now: now() });
}

type WithCaller = Pick<Call<typeof logout>, "db" | "caller" | "now">;

/** 403 wrong_password unless it is the account's; rate-limited, so a stolen session cannot guess for long. */
async function requirePassword(
  { db, caller, now }: WithCaller,
  hash: string | null,
  given: string,
) {
  const limit = accountLimit("password", caller.id);
  await checkLimit(db, limit, now());
  if (await verifyPassword(hash, given)) return;
  await countOne(db, limit, now());
  fail("wrong_password");
}

async function storedUser({ db, caller }: WithCaller) {
  const [user] = await db.select().from(users).where(eq(users.id, caller.id));
  return user ?? fail("not_authenticated");
}

/** Changes the password; every other session ends, and the owner gets a notice. */
export async function changeOwnPassword(call: Call<typeof changePassword>) {
  const { db, config, caller, body } = call;
  const user = await storedUser(call);
  await requirePassword(call, user.passwordHash, body.current_password);
  await refuseWeakPassword(body.password, user, config.PROGRAMME_NAME);
  const passwordHash = await hashPassword(body.password);
  const now = call.now();
  await db.transaction(async (tx) => {
    await tx.update(users).set({ passwordHash, updatedAt: now }).where(eq(users.id, user.id));
    await endSessions(tx, user.id, { keep: caller.sessionId, now });
    await queuePasswordNotice(tx, user);
  });
  call.wakeMail();
}

/** Deactivates the account; every session ends, and what was sent leaves the selection. */
export async function deactivate(call: Call<typeof deactivateMe>) {
  const { db, config, caller, body } = call;
  const user = await storedUser(call);
  if (user.passwordHash === null) await requireFreshSignIn(call);
  else await requirePassword(call, user.passwordHash, body.password ?? "");
  const now = call.now();
  await db.transaction(async (tx) => {
    await tx.update(users).set({ deactivatedAt: now, updatedAt: now }).where(eq(users.id, user.id));
    await endSessions(tx, user.id, { now });
    await dropReminders(tx, { userId: user.id });
    await hideSent(tx, user.id);
    await queueMail(tx, {
      template: "account_deactivated",
      userId: user.id,
      recipient: user.email,
      language: caller.language,
      data: { days: String(config.ERASE_AFTER_DAYS) },
    });
  });
  call.wakeMail();
}

async function requireFreshSignIn({ db, caller, now }: WithCaller) {
  const [session] = await db.select().from(sessions).where(eq(sessions.id, caller.sessionId));
  const age = session ? now().getTime() - session.createdAt.getTime() : Number.POSITIVE_INFINITY;
  if (age > FRESH_SIGN_IN_MINUTES * 60_000) fail("wrong_password");
}
