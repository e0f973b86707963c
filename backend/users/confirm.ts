import { eq } from "drizzle-orm";
import type { confirmEmail, resendConfirmation } from "@/contract/users/users";
import { users } from "../db/schema/accounts";
import { clientAddress } from "../http/client-address";
import { fail } from "../http/failure";
import { accountLimit, addressLimit } from "../http/limits";
import { countOne, takeOne } from "../http/rate-limit";
import type { Call } from "../http/serve";
import { ownerOfMailToken, spendMailToken } from "./mail-tokens";
import { evenTime } from "./passwords/even-time";
import { sendLinkAgain, settleRegistrations } from "./registrations";

/**
 * Confirms the email address of a registration. The account gets the password and the other values from the
 * registration whose link was used.
 */
export async function confirmAddress({ db, body, now }: Call<typeof confirmEmail>) {
  const at = now();
  const { id } = await ownerOfMailToken(db, "confirm", body.token, at);
  await db.transaction(async (tx) => {
    // Lock the account first, because a registration also locks the account first. The opposite order could cause a
    // deadlock.
    await tx.select().from(users).where(eq(users.id, id)).for("update");
    const { registrationId } = await spendMailToken(tx, "confirm", body.token, at);
    if (!registrationId) fail("token_expired");
    const values = await settleRegistrations(tx, id, registrationId, at);
    await tx
      .update(users)
      .set({ ...values, updatedAt: at })
      .where(eq(users.id, id));
  });
}

/**
 * Mails the confirmation link again to an unconfirmed account, at most five times an hour. The response never reveals
 * whether a mail was sent.
 */
export function resend(call: Call<typeof resendConfirmation>) {
  return evenTime(() => resendOnce(call));
}

async function resendOnce(call: Call<typeof resendConfirmation>) {
  const { db, body } = call;
  const now = call.now();
  await takeOne(db, addressLimit("resend", clientAddress(call)), now);
  const limit = accountLimit("resend", body.email);
  if ((await countOne(db, limit, now)) <= limit.max) {
    await db.transaction(async (tx) => {
      const [user] = await tx.select().from(users).where(eq(users.email, body.email)).for("update");
      if (!user || user.emailConfirmedAt || user.deactivatedAt) return;
      await sendLinkAgain(tx, user, now);
    });
    call.notifyMailWorker();
  }
  return { status: "accepted" as const };
}
