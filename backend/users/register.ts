import { eq } from "drizzle-orm";
import type { register } from "@/contract/users/users";
import type { Executor } from "../db/connect";
import { users } from "../db/schema/accounts";
import { requireHuman } from "../http/captcha";
import { clientAddress } from "../http/client-address";
import { accountLimit, addressLimit } from "../http/limits";
import { checkLimit, countOne, takeOne } from "../http/rate-limit";
import type { Call } from "../http/serve";
import { queueMail } from "../mail/outbox";
import { voidMailTokens } from "./mail-tokens";
import { evenTime } from "./passwords/even-time";
import { hashPassword } from "./passwords/password";
import { refuseWeakPassword } from "./passwords/password-strength";
import { addRegistration, type Chosen } from "./registrations";

type Register = Call<typeof register>;

/**
 * Creates an account that waits for the confirmation of its address. The response and its timing do not reveal whether
 * the address already has an account. A confirmed account does not change; its owner receives a mail.
 */
export async function registerUser(call: Register) {
  const { db, config, body } = call;
  const now = call.now();
  const perAddress = addressLimit("register", clientAddress(call));
  await checkLimit(db, perAddress, now);
  const person = { email: body.email, firstName: body.first_name, lastName: body.last_name };
  await refuseWeakPassword(body.password, person, config.PROGRAMME_NAME);
  // Check the captcha last, because a captcha answer works only once. If the password is weak, the user needs the
  // answer for the next attempt.
  await requireHuman(config, body.captcha);
  // Count only accepted registrations, so that rejected ones do not exhaust the limit of an office whose users share an
  // IP address.
  await takeOne(db, perAddress, now);
  const passwordHash = await hashPassword(body.password);
  const chosen = {
    passwordHash,
    firstName: body.first_name,
    lastName: body.last_name,
    newsletter: body.newsletter,
    interest: body.interest ?? null,
    language: call.language,
    next: body.next ?? null,
    createdAt: now,
  };
  // A registration with a new address needs more database writes than one with a known address. `evenTime` hides the
  // difference.
  await evenTime(() =>
    db.transaction(async (tx) => {
      const [created] = await tx
        .insert(users)
        .values({
          ...chosen,
          email: body.email,
          // The registration form already asked which part of the programme interests the person, so the site does not
          // ask again (rule account.interests-once).
          interestsModalClosed: body.interest === null,
          updatedAt: now,
        })
        .onConflictDoNothing({ target: users.email })
        .returning();
      if (created) await addRegistration(tx, config, created, chosen);
      else await registerAgain(tx, config, body.email, chosen);
    }),
  );
  call.notifyMailWorker();
  return { status: "confirmation_sent" as const };
}

/**
 * Handles a registration with a known address. For an unconfirmed address, stores another registration with a separate
 * link. For a confirmed address, mails the owner that the account already exists.
 */
async function registerAgain(
  tx: Executor,
  config: Register["config"],
  email: string,
  chosen: Chosen,
): Promise<void> {
  const now = chosen.createdAt;
  const limit = accountLimit("register", email);
  const count = await countOne(tx, limit, now);
  const [user] = await tx.select().from(users).where(eq(users.email, email)).for("update");
  if (!user) return;
  const waits = !user.emailConfirmedAt && !user.deactivatedAt;
  if (count > limit.max) {
    // The rate limit refuses to mail a link for this registration. Invalidate the earlier links too, so that the owner
    // of the address does not confirm another person's registration.
    if (waits) await voidMailTokens(tx, "confirm", user.id, now);
    return;
  }
  if (waits) {
    // Store the newest password in the unconfirmed account, so that a sign-in with this password can report the missing
    // confirmation.
    const { passwordHash } = chosen;
    await tx.update(users).set({ passwordHash }).where(eq(users.id, user.id));
    return addRegistration(tx, config, user, chosen);
  }
  const next: Record<string, string> = chosen.next ? { next: chosen.next } : {};
  await queueMail(tx, {
    template: user.deactivatedAt ? "account_deactivated" : "already_registered",
    userId: user.id,
    recipient: user.email,
    language: user.language,
    data: user.deactivatedAt ? { days: String(config.ERASE_AFTER_DAYS) } : next,
  });
}
