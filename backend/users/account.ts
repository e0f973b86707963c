import { eq } from "drizzle-orm";
import type { endSession as endOneSession } from "@/contract/users/keys";
import type {
  changePassword,
  deactivateMe,
  endOtherSessions,
  eraseMe,
  listSessions,
} from "@/contract/users/own-account";
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

/** The account's open sessions; the caller's is marked. */
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

/** Ends one session of the account, of which nobody else's is any. */
export async function endOne({ db, caller, params, now }: Call<typeof endOneSession>) {
  const id = readId(params.id);
  const open = await openSessionsOf(db, caller.id, now());
  if (!open.some((one) => one.id === id)) fail("not_found");
  await endSession(db, id, now());
}

export async function endOthers({ db, caller, now }: Call<typeof endOtherSessions>) {
  await endSessions(db, caller.id, { keep: caller.sessionId, now: now() });
}

/** Changes the password, whose present one was asked for as a proof is; every other session ends, and the owner gets a notice. */
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
  call.wakeMail();
}

/** Deactivates the account; every session ends, and what was sent leaves the selection. */
export async function deactivate(call: Call<typeof deactivateMe>) {
  const { db, config, caller } = call;
  const now = call.now();
  await db.transaction((tx) => deactivateAccount(tx, config, caller, now));
  call.wakeMail();
}

type Owner = Pick<typeof users.$inferSelect, "id" | "email" | "language">;

/** The same, whoever does it; its owner is told by mail. */
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
  await hideSent(tx, userId);
}

/**
 * Erases the person at once (rule account.erasure), as `npm run user -- erase --now` does to a closed account. The address gets one
 * last mail, which belongs to no account any more.
 */
export async function eraseOwn(call: Call<typeof eraseMe>) {
  const { caller } = call;
  const now = call.now();
  // In one transaction: nobody is left closed who asked to be erased.
  await eraseAccount(call, caller.id, now, {
    by: { level: "owner", actor: "", actorId: caller.id, reason: "", now },
    before: (tx) => close(tx, caller.id, now),
    after: (tx) => queueErased(tx, caller),
  });
  call.wakeMail();
}

/** The last mail to an address, which belongs to no account any more. */
export async function queueErased(tx: Executor, { email, language }: Owner): Promise<void> {
  await queueMail(tx, { template: "account_erased", userId: null, recipient: email, language });
}
