import { eq, sql } from "drizzle-orm";
import type { acceptInvitation, recoverPassword, resetPassword } from "@/contract/users";
import type { Executor } from "../db/connect";
import { users } from "../db/schema/accounts";
import type { Dependencies } from "../dependencies";
import { requireHuman } from "../http/captcha";
import { clientAddress } from "../http/client-address";
import { countOne, forgetLimit, takeOne } from "../http/rate-limit";
import type { Call } from "../http/serve";
import { queueMail } from "../mail/outbox";
import { languageOf } from "./authenticate";
import { evenTime } from "./even-time";
import { accountLimit, addressLimit } from "./limits";
import {
  createMailToken,
  type MailTokenKind,
  ownerOfMailToken,
  spendMailToken,
} from "./mail-tokens";
import { hashPassword } from "./password";
import { refuseWeakPassword } from "./password-strength";
import { endSessions } from "./sessions";

type User = typeof users.$inferSelect;

/** Mails a link to choose a new password; five times an hour, silently. */
export function requestRecovery(call: Call<typeof recoverPassword>) {
  return evenTime(() => mailRecovery(call));
}

async function mailRecovery(call: Call<typeof recoverPassword>) {
  const { db, config, body, request } = call;
  const now = call.now();
  await takeOne(db, addressLimit("recovery", clientAddress(request, config.TRUSTED_HOPS)), now);
  await requireHuman(config, body.captcha);
  const limit = accountLimit("recovery", body.email);
  if ((await countOne(db, limit, now)) <= limit.max) {
    await db.transaction(async (tx) => {
      const [user] = await tx.select().from(users).where(eq(users.email, body.email));
      if (!user || user.deactivatedAt) return;
      await queueMail(tx, {
        template: "password_recovery",
        userId: user.id,
        recipient: user.email,
        language: languageOf(user.language),
        data: { token: await createMailToken(tx, "reset", user.id, now) },
      });
    });
    call.wakeMail();
  }
  return { status: "accepted" as const };
}

/** Sets a new password with the token out of the recovery mail. */
export async function setNewPassword(call: Call<typeof resetPassword>) {
  await setPasswordByToken(call, "reset", async (tx, user) => queuePasswordNotice(tx, user));
}

/** Sets the first password of an invited evaluator. */
export async function acceptInvite(call: Call<typeof acceptInvitation>) {
  await setPasswordByToken(call, "invitation", async () => {});
}

/**
 * The token came by mail, so it also proves the address. A weak password does not use it up.
 * Every session ends, and failed sign-ins are forgotten: the owner is never locked out.
 */
async function setPasswordByToken(
  call: Dependencies & { body: { token: string; password: string } },
  kind: MailTokenKind,
  afterwards: (tx: Executor, user: User) => Promise<void>,
): Promise<void> {
  const { db, config, body } = call;
  const now = call.now();
  const user = await ownerOfMailToken(db, kind, body.token, now);
  await refuseWeakPassword(body.password, user, config.PROGRAMME_NAME);
  const passwordHash = await hashPassword(body.password);
  await db.transaction(async (tx) => {
    await spendMailToken(tx, kind, body.token, now);
    await tx
      .update(users)
      .set({
        passwordHash,
        updatedAt: now,
        emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${now.toISOString()})`,
      })
      .where(eq(users.id, user.id));
    await endSessions(tx, user.id, { now });
    await forgetLimit(tx, accountLimit("login", user.email));
    await afterwards(tx, user);
  });
  call.wakeMail();
}

/** Tells the owner that the password is another one now. */
export async function queuePasswordNotice(
  tx: Executor,
  user: Pick<User, "id" | "email" | "firstName" | "language">,
): Promise<void> {
  await queueMail(tx, {
    template: "password_changed",
    userId: user.id,
    recipient: user.email,
    language: languageOf(user.language),
    data: { first_name: user.firstName },
  });
}
