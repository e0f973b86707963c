import { eq } from "drizzle-orm";
import type { register } from "@/contract/users";
import type { Executor } from "../db/connect";
import { users } from "../db/schema/accounts";
import { requireHuman } from "../http/captcha";
import { clientAddress } from "../http/client-address";
import { countOne, takeOne } from "../http/rate-limit";
import type { Call } from "../http/serve";
import { queueMail } from "../mail/outbox";
import { languageOf } from "./authenticate";
import { recordConsents } from "./consent-record";
import { accountLimit, addressLimit } from "./limits";
import { createMailToken } from "./mail-tokens";
import { hashPassword } from "./password";
import { refuseWeakPassword } from "./password-strength";

type Register = Call<typeof register>;
type User = typeof users.$inferSelect;

/**
 * Opens an account. A known address changes nothing of its account and gets the same answer after
 * the same work; only its owner learns of it, by mail.
 */
export async function registerUser(call: Register) {
  const { db, config, body, request } = call;
  const now = call.now();
  await takeOne(db, addressLimit("register", clientAddress(request, config.TRUSTED_HOPS)), now);
  const person = { email: body.email, firstName: body.first_name, lastName: body.last_name };
  await refuseWeakPassword(body.password, person, config.PROGRAMME_NAME);
  // After the password: a captcha's answer is good once, and a weak password is typed again.
  await requireHuman(config, body.captcha);
  const passwordHash = await hashPassword(body.password);
  await db.transaction(async (tx) => {
    const [created] = await tx
      .insert(users)
      .values({
        ...person,
        passwordHash,
        newsletter: body.newsletter,
        interest: body.interest,
        language: call.language,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing({ target: users.email })
      .returning();
    if (created) {
      await recordConsents(tx, config, {
        userId: created.id,
        newsletter: body.newsletter,
        language: call.language,
        source: "registration",
        now,
      });
      await sendConfirmation(tx, created, now);
    } else {
      await tellOwner(tx, body.email, now, config);
    }
  });
  call.wakeMail();
  return { status: "confirmation_sent" as const };
}

/** Mails a new link that proves the address. */
export async function sendConfirmation(tx: Executor, user: User, now: Date): Promise<void> {
  await queueMail(tx, {
    template: "confirm",
    userId: user.id,
    recipient: user.email,
    language: languageOf(user.language),
    data: { token: await createMailToken(tx, "confirm", user.id, now) },
  });
}

/** The address is known: its owner gets a new link, or hears that there is an account already. */
async function tellOwner(
  tx: Executor,
  email: string,
  now: Date,
  { ERASE_AFTER_DAYS }: Register["config"],
): Promise<void> {
  const limit = accountLimit("register", email);
  if ((await countOne(tx, limit, now)) > limit.max) return;
  const [user] = await tx.select().from(users).where(eq(users.email, email));
  if (!user) return;
  if (!user.emailConfirmedAt && !user.deactivatedAt) return sendConfirmation(tx, user, now);
  await queueMail(tx, {
    template: user.deactivatedAt ? "account_deactivated" : "already_registered",
    userId: user.id,
    recipient: user.email,
    language: languageOf(user.language),
    data: user.deactivatedAt ? { days: String(ERASE_AFTER_DAYS) } : {},
  });
}
