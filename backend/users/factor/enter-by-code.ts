import { eq } from "drizzle-orm";
import type { secondFactorLogin } from "@/contract/users/second-factor";
import { users } from "../../db/schema/accounts";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { ownerOfChallenge, SIGN_IN, spendChallenge } from "../keys/challenges";
import { enter, knownBrowser } from "../sessions/enter";
import { markProved } from "../sessions/proved";
import { tokenPair } from "../sessions/sessions";
import { withCode } from "./accept-code";

/**
 * Goes on with a sign-in whose first half was right. The challenge is used up with the right code alone: whoever
 * mistypes one need not type the password again. Two factors of this minute are a proof of being there as well.
 */
export async function signInByCode(call: Call<typeof secondFactorLogin>) {
  const { db, body, request } = call;
  const now = call.now();
  const user = await ownerOfChallenge(db, body.challenge, now);
  const from = await knownBrowser(db, user.email, request);
  const who = { userId: user.id, from };
  const { claims, refreshToken } = await withCode(call, who, body.code, async (tx) => {
    const [owner] = await tx.select().from(users).where(eq(users.id, user.id));
    if (!owner || owner.deactivatedAt) return fail("account_deactivated");
    await spendChallenge(tx, body.challenge, SIGN_IN, now);
    const opened = await enter(tx, owner, call, now);
    await markProved(tx, opened.claims.sessionId, { byKey: false, now });
    return opened;
  });
  return tokenPair(claims, refreshToken, call);
}
