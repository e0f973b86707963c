import { eq } from "drizzle-orm";
import type { secondFactorLogin } from "@/contract/users/second-factor";
import { users } from "../../db/schema/accounts";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { ownerOfChallenge, SIGN_IN, spendChallenge } from "../sessions/passkey-challenges";
import { markReauthenticated } from "../sessions/reauthenticated";
import { tokenPair } from "../sessions/sessions";
import { enter, knownBrowser } from "../sessions/sign-in";
import { withCode } from "./accept-code";

/**
 * Completes a sign-in with the code of the second factor. Only a correct code marks the challenge as used, so that a
 * user with a mistyped code need not enter the password again. The session counts as re-authenticated.
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
    await markReauthenticated(tx, opened.claims.sessionId, { byKey: false, now });
    return opened;
  });
  return tokenPair(claims, refreshToken, call);
}
