import { eq } from "drizzle-orm";
import type {
  changePassword,
  deactivateMe,
  endOtherSessions,
  eraseMe,
  listSessions,
} from "@/contract/users/own-account";
import type { endSession as endOneSession } from "@/contract/users/passkeys";
import type { logout } from "@/contract/users/users";
import type { BackendConfig } from "../config";
import type { Executor } from "../db/connect";
import { users } from "../db/schema/accounts";
import { fail } from "../http/failure";
import { readId } from "../http/parse";
import type { Call } from "../http/serve";
import { dropReminders, queueMail } from "../mail/outbox";
import { hideSent } from "../project/owner-gone";
import { eraseAccount } from "./erase";
import { hashPassword } from "./passwords/password";
import { refuseWeakPassword } from "./passwords/password-strength";
import { queuePasswordNotice } from "./passwords/recovery";
import { endSession, endSessions, openSessionsOf } from "./sessions/sessions";

export async function signOut({ db, caller, now }: Call<typeof logout>) {
  await endSession(db, caller.sessionId, now());
}

/** Returns the open sessions of the caller's account and marks the current one. */
export async function readSessions({ db, caller, now }: Call<typeof listSessions>) {
  const rows = await openSessionsOf(db, caller.id, now());
  return rows.map(({ id, device, place, createdAt, lastUsedAt }) => ({
    id,
    device,
    place,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt.toISOString(),
    current: id === caller.sessionId,
  }));
}

/** Ends one session of the caller's account. Fails with 404 if the session belongs to another account. */
export async function endOne({ db, caller, params, now }: Call<typeof endOneSession>) {
  const id = readId(params.id);
  const open = await openSessionsOf(db, caller.id, now());
  if (!open.some((one) => one.id === id)) fail("not_found");
  await endSession(db, id, now());
}

export async function endOthers({ db, caller, now }: Call<typeof endOtherSessions>) {
  await endSessions(db, caller.id, { keep: caller.sessionId, now: now() });
}

/**
 * Changes the password, ends all other sessions, and mails the owner a notice. The endpoint's re-authentication has
 * already checked the current password.
 */
export async function changeOwnPassword(call: Call<typeof changePassword>) {
  const { db, config, caller, body } = call;
  const [user] = await db.select().from(users).where(eq(users.id, caller.id));
  if (!user) return fail("not_authenticated");
  await refuseWeakPassword(body.password, user, config.PROGRAMME_NAME);
  const passwordHash = await hashPassword(body.password);
  const now = call.now();
  await db.transaction(async (tx) => {
    await tx.update(users).set({ passwordHash, updatedAt: now }).where(eq(users.id, user.id));
    await endSessions(tx, user.id, { keep: caller.sessionId, now });
    await queuePasswordNotice(tx, user);
  });
  call.notifyMailWorker();
}

/** Deactivates the account, ends all its sessions, and removes its submissions from the selection. */
export async function deactivate(call: Call<typeof deactivateMe>) {
  const { db, config, caller } = call;
  const now = call.now();
  await db.transaction((tx) => deactivateAccount(tx, config, caller, now));
  call.notifyMailWorker();
}

type Owner = Pick<typeof users.$inferSelect, "id" | "email" | "language">;

/** Deactivates an account at the request of its owner or of staff, and mails the owner. */
export async function deactivateAccount(
  tx: Executor,
  config: BackendConfig,
  { id, email, language }: Owner,
  now: Date,
): Promise<void> {
  await close(tx, id, now);
  await queueMail(tx, {
    template: "account_deactivated",
    userId: id,
    recipient: email,
    language,
    data: { days: String(config.ERASE_AFTER_DAYS) },
  });
}

async function close(tx: Executor, userId: string, now: Date): Promise<void> {
  await tx.update(users).set({ deactivatedAt: now, updatedAt: now }).where(eq(users.id, userId));
  await endSessions(tx, userId, { now });
  await dropReminders(tx, { userId });
  await hideSent(tx, userId, now);
}

/**
 * Erases the caller's account immediately, with the same result as `npm run user -- erase --now`. Mails a last notice
 * to the address. Rule: account.erasure.
 */
export async function eraseOwn(call: Call<typeof eraseMe>) {
  const { caller } = call;
  const now = call.now();
  // One transaction deactivates and erases the account, so that a failure cannot leave it deactivated but not erased.
  await eraseAccount(call, caller.id, now, {
    by: { level: "owner", actor: "", actorId: caller.id, reason: "", now },
    before: (tx) => close(tx, caller.id, now),
    after: (tx) => queueErased(tx, caller),
  });
  call.notifyMailWorker();
}

/** Queues the last mail to the address of an erased account. The mail belongs to no account. */
export async function queueErased(tx: Executor, { email, language }: Owner): Promise<void> {
  await queueMail(tx, { template: "account_erased", userId: null, recipient: email, language });
}
