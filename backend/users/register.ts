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
 * Opens an account, which waits for its address to be proved. A known address gets the same answer after
 * the same time, and an account in use is not changed; only its owner learns of it, by mail.
 */
export async function registerUser(call: Register) {
  const { db, config, body } = call;
  const now = call.now();
  const perAddress = addressLimit("register", clientAddress(call));
  await checkLimit(db, perAddress, now);
  const person = { email: body.email, firstName: body.first_name, lastName: body.last_name };
  await refuseWeakPassword(body.password, person, config.PROGRAMME_NAME);
  // After the password: a captcha's answer is valid once, and a weak password is retyped.
  await requireHuman(config, body.captcha);
  // Only what is a registration counts: refused ones must not use up those of a whole office.
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
  // A new address has more to be written about it than a known one.
  await evenTime(() =>
    db.transaction(async (tx) => {
      const [created] = await tx
        .insert(users)
        .values({
          ...chosen,
          email: body.email,
          // The form has asked: it is not asked again (rule account.interests-once).
          interestsModalClosed: body.interest === null,
          updatedAt: now,
        })
        .onConflictDoNothing({ target: users.email })
        .returning();
      if (created) await addRegistration(tx, config, created, chosen);
      else await registerAgain(tx, config, body.email, chosen);
    }),
  );
  call.wakeMail();
  return { status: "confirmation_sent" as const };
}

/**
 * The address is known. Nobody has proved it: this registration stands beside the others, with a link of
 * its own. Somebody has: its owner hears that there is an account already.
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
    // This one gets no link, so the mailbox would hold only other people's, to be followed instead.
    if (waits) await voidMailTokens(tx, "confirm", user.id, now);
    return;
  }
  if (waits) {
    // The last password opens nothing yet, but lets a sign-in with it say what is missing.
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
