import { eq, sql } from "drizzle-orm";
import type { confirmEmail, resendConfirmation } from "@/contract/users";
import { users } from "../db/schema/accounts";
import { clientAddress } from "../http/client-address";
import { countOne, takeOne } from "../http/rate-limit";
import type { Call } from "../http/serve";
import { evenTime } from "./even-time";
import { accountLimit, addressLimit } from "./limits";
import { spendMailToken } from "./mail-tokens";
import { sendConfirmation } from "./register";

/** The address is its owner's: the account can be used from now on. */
export async function confirmAddress({ db, body, now }: Call<typeof confirmEmail>) {
  await db.transaction(async (tx) => {
    const userId = await spendMailToken(tx, "confirm", body.token, now());
    await tx
      .update(users)
      .set({ emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${now().toISOString()})` })
      .where(eq(users.id, userId));
  });
}

/** Mails the link again, to accounts that wait for it; five times an hour, silently. */
export function resend(call: Call<typeof resendConfirmation>) {
  return evenTime(() => resendOnce(call));
}

async function resendOnce(call: Call<typeof resendConfirmation>) {
  const { db, config, body, request } = call;
  const now = call.now();
  await takeOne(db, addressLimit("resend", clientAddress(request, config.TRUSTED_HOPS)), now);
  const limit = accountLimit("resend", body.email);
  if ((await countOne(db, limit, now)) <= limit.max) {
    await db.transaction(async (tx) => {
      const [user] = await tx.select().from(users).where(eq(users.email, body.email));
      if (!user || user.emailConfirmedAt || user.deactivatedAt) return;
      await sendConfirmation(tx, user, now);
    });
    call.wakeMail();
  }
  return { status: "accepted" as const };
}
