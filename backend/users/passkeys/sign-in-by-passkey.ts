import type { passkeyLogin, passkeyLoginOptions } from "@/contract/users/passkeys";
import { clientAddress } from "../../http/client-address";
import { Failure } from "../../http/failure";
import { addressLimit } from "../../http/limits";
import { checkLimit, takeOne } from "../../http/rate-limit";
import type { Call } from "../../http/serve";
import { CHALLENGE_TIME, newChallenge } from "../sessions/passkey-challenges";
import { markReauthenticated } from "../sessions/reauthenticated";
import { tokenPair } from "../sessions/sessions";
import { enter } from "../sessions/sign-in";
import { withAssertion } from "./assertion";
import { relyingParty } from "./client-data";

const BOUND = { purpose: "enter", sessionId: null } as const;

/**
 * Returns the WebAuthn options for a sign-in by passkey. The options name no passkey, so they reveal nothing about any
 * account.
 */
export async function askForLogin(call: Call<typeof passkeyLoginOptions>) {
  const { db, config } = call;
  const now = call.now();
  await takeOne(db, addressLimit("passkey", clientAddress(call)), now);
  return {
    challenge: await newChallenge(db, BOUND, now),
    rpId: relyingParty(config).rpId,
    timeout: CHALLENGE_TIME,
    userVerification: "required" as const,
  };
}

/** Signs in with a passkey. The new session counts as re-authenticated. */
export async function signInByPasskey(call: Call<typeof passkeyLogin>) {
  const { db, body } = call;
  const now = call.now();
  const limit = addressLimit("login", clientAddress(call));
  await checkLimit(db, limit, now);
  try {
    const { claims, refreshToken } = await withAssertion(
      call,
      body.passkey,
      BOUND,
      async (tx, user) => {
        const opened = await enter(tx, user, call, now);
        await markReauthenticated(tx, opened.claims.sessionId, { byKey: true, now });
        return opened;
      },
    );
    call.notifyMailWorker();
    return await tokenPair(claims, refreshToken, call);
  } catch (error) {
    if (error instanceof Failure) await takeOne(db, limit, now);
    throw error;
  }
}
