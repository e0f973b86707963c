import { eq } from "drizzle-orm";
import { rolesWith } from "@/contract/roles";
import { PROVIDER_NAMES, type Provider } from "@/contract/users/user-schemas";
import type {
  acceptInvitation,
  enterByInvitation,
  recoverPassword,
  resetPassword,
} from "@/contract/users/users";
import type { Executor } from "../../db/connect";
import { identities, users } from "../../db/schema/accounts";
import type { Dependencies } from "../../dependencies";
import { requireHuman } from "../../http/captcha";
import { clientAddress } from "../../http/client-address";
import { fail } from "../../http/failure";
import { accountLimit, addressLimit } from "../../http/limits";
import { countOne, forgetLimit, takeOne } from "../../http/rate-limit";
import type { Call } from "../../http/serve";
import { queueMail } from "../../mail/outbox";
import { answerInvitation, recordInvitationConsent } from "../invitation/invitation";
import {
  createMailToken,
  type MailTokenKind,
  ownerOfMailToken,
  spendMailToken,
} from "../mail-tokens";
import { settleRegistrations } from "../registrations";
import { askingRoles, dropPasskeys } from "../sessions/second-factor-status";
import { endSessions } from "../sessions/sessions";
import { answerEntered, enterUnlessAsked } from "../sessions/sign-in";
import { evenTime } from "./even-time";
import { hashPassword } from "./password";
import { refuseWeakPassword } from "./password-strength";

type User = typeof users.$inferSelect;

/**
 * Mails a link to choose a new password, at most five times an hour. The response never reveals whether a mail was
 * sent.
 */
export function requestRecovery(call: Call<typeof recoverPassword>) {
  return evenTime(() => mailRecovery(call));
}

async function mailRecovery(call: Call<typeof recoverPassword>) {
  const { db, config, body } = call;
  const now = call.now();
  await takeOne(db, addressLimit("recovery", clientAddress(call)), now);
  await requireHuman(config, body.captcha);
  const limit = accountLimit("recovery", body.email);
  if ((await countOne(db, limit, now)) <= limit.max) {
    await db.transaction(async (tx) => {
      const [user] = await tx.select().from(users).where(eq(users.email, body.email));
      if (!user || user.deactivatedAt) return;
      await queueRecovery(tx, user, now);
    });
    call.notifyMailWorker();
  }
  return { status: "accepted" as const };
}

/** Queues the mail with the link to choose a new password. */
export async function queueRecovery(tx: Executor, user: User, now: Date): Promise<void> {
  await queueMail(tx, {
    template: "password_recovery",
    userId: user.id,
    recipient: user.email,
    language: user.language,
    data: { token: await createMailToken(tx, "reset", user.id, now) },
  });
}

/** Sets a new password with the token from the recovery mail. */
export async function setNewPassword(call: Call<typeof resetPassword>) {
  await setPasswordByToken(call, "reset", queuePasswordNotice);
}

/**
 * Sets the first password of an invited evaluator. Also stores the answer to the invitation, if the request contains
 * one.
 */
export async function acceptInvite(call: Call<typeof acceptInvitation>) {
  await setPasswordByToken(call, "invitation", (tx, user) => answerWith(tx, user, call));
}

/** Sets the first password of an invited evaluator and signs in, so that the user does not type the password again. */
export async function enterInvited(call: Call<typeof enterByInvitation>) {
  const entered = await setPasswordByToken(call, "invitation", async (tx, user) => {
    const { roles } = await answerWith(tx, user, call);
    return enterUnlessAsked(tx, { ...user, roles }, call, call.now());
  });
  return answerEntered(entered, call);
}

/**
 * If the request contains an answer to the invitation, stores it. Returns the user with the roles that result from the
 * answer.
 */
async function answerWith(tx: Executor, user: User, call: Call<typeof acceptInvitation>) {
  const { answer } = call.body;
  await recordInvitationConsent(tx, user.id, call);
  return answer ? answerInvitation(tx, user.id, answer, call.now()) : user;
}

/**
 * Sets a password with a mailed token, which also confirms the address. A weak password leaves the token valid. Ends
 * all sessions and resets failed sign-ins. The first password set by mail also removes earlier sign-in methods, because
 * another person could have registered the address. Passkeys stay if a role requires a second factor: access to the
 * mailbox must not remove them. Rule: account.second-factor.
 */
async function setPasswordByToken<T>(
  call: Dependencies & { body: { token: string; password: string } },
  kind: MailTokenKind,
  afterwards: (tx: Executor, user: User, removed: string[]) => Promise<T>,
): Promise<T> {
  const { db, config, body } = call;
  const now = call.now();
  const owner = await ownerOfMailToken(db, kind, body.token, now);
  await refuseWeakPassword(body.password, owner, config.PROGRAMME_NAME);
  const passwordHash = await hashPassword(body.password);
  const result = await db.transaction(async (tx) => {
    await spendMailToken(tx, kind, body.token, now);
    const mine = eq(users.id, owner.id);
    const [user] = await tx.select().from(users).where(mine).for("update");
    if (!user) return fail("token_expired");
    const removed =
      user.passwordHash && !user.passwordByMail ? await unlinkAll(tx, user, call) : [];
    const settled = user.emailConfirmedAt ? {} : await settleRegistrations(tx, user.id, null, now);
    const values = { ...settled, passwordHash, passwordByMail: true, updatedAt: now };
    await tx.update(users).set(values).where(mine);
    await endSessions(tx, user.id, { now });
    await forgetLimit(tx, accountLimit("login", user.email));
    // Do not reset the count of tried second-factor codes. Otherwise, a person with access to the mailbox could guess
    // codes without limit.
    return afterwards(tx, user, removed);
  });
  call.notifyMailWorker();
  return result;
}

/**
 * Removes the account's linked providers, and also its passkeys unless a role requires a second factor. Returns the
 * names of the removed methods.
 */
async function unlinkAll(
  tx: Executor,
  { id, roles }: User,
  { config }: Pick<Dependencies, "config">,
) {
  const rows = await tx
    .delete(identities)
    .where(eq(identities.userId, id))
    .returning({ provider: identities.provider });
  const removed = rows.map(({ provider }) => nameOf(provider as Provider));
  const keep = askingRoles(rolesWith(roles), config).length > 0;
  if (!keep) removed.push(...(await dropPasskeys(tx, id)).map((name) => `passkey (${name})`));
  return removed;
}

const nameOf = (provider: Provider) => PROVIDER_NAMES[provider];

/** Queues a mail about the changed password. The mail lists the remaining and the removed sign-in methods. */
export async function queuePasswordNotice(
  tx: Executor,
  user: Pick<User, "id" | "email" | "firstName" | "language">,
  removed: string[] = [],
): Promise<void> {
  const linked = await tx
    .select({ provider: identities.provider })
    .from(identities)
    .where(eq(identities.userId, user.id))
    .orderBy(identities.provider);
  await queueMail(tx, {
    template: "password_changed",
    userId: user.id,
    recipient: user.email,
    language: user.language,
    data: {
      first_name: user.firstName,
      linked: linked.map(({ provider }) => nameOf(provider as Provider)).join(", "),
      removed: removed.join(", "),
    },
  });
}
