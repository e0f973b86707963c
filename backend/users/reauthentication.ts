import { eq } from "drizzle-orm";
import { MINUTE } from "@/contract/durations";
import type { Endpoint, Reauthentication } from "@/contract/endpoint";
import { FRESH_SIGN_IN_MINUTES } from "@/contract/limits";
import type { proofOptions, prove } from "@/contract/users/passkeys";
import { sessions, users } from "../db/schema/accounts";
import { fail } from "../http/failure";
import { accountLimit } from "../http/limits";
import { checkLimit, countOne, takeOne } from "../http/rate-limit";
import type { Call, ReauthenticationCall } from "../http/serve";
import { withAssertion } from "./passkeys/assertion";
import { relyingParty } from "./passkeys/client-data";
import { described, passkeysOf } from "./passkeys/passkeys";
import { verifyPassword } from "./passwords/password";
import { withCode } from "./second-factor/accept-code";
import { CHALLENGE_TIME, newChallenge } from "./sessions/passkey-challenges";
import { markReauthenticated } from "./sessions/reauthenticated";
import { askingRoles, hasApp, hasPasskey } from "./sessions/second-factor-status";

/**
 * Rejects a request whose session was not re-authenticated recently enough for the endpoint. A password in the request
 * re-authenticates, unless the account must also use a second factor. The user of an account without any method to
 * re-authenticate must sign in again; a recent sign-in counts as re-authentication. Rule: account.proof.
 */
export async function requireReauthentication(
  endpoint: Endpoint,
  call: ReauthenticationCall,
): Promise<void> {
  const { proof = "session" } = endpoint;
  if (proof === "session") return;
  const given = passwordIn(call.body);
  if (given !== undefined) await ownPassword(call, given);
  const { db, caller, now } = call;
  const [session] = await db.select().from(sessions).where(eq(sessions.id, caller.sessionId));
  const [user] = await db.select().from(users).where(eq(users.id, caller.id));
  const keys = await passkeysOf(db, caller.id);
  if (!session || !user) return fail("not_authenticated");
  // Compare the absolute difference to the current time: a time far in the future comes from a wrong clock, so it does
  // not count as recent.
  const isRecent = (at: Date | null) =>
    at !== null && Math.abs(now().getTime() - at.getTime()) <= FRESH_SIGN_IN_MINUTES * MINUTE;
  if (asksKey(proof, keys)) {
    if (!isRecent(session.keyProvedAt)) fail("key_required");
    return;
  }
  const byApp = await hasApp(db, caller.id);
  const canProve = user.passwordHash !== null || keys.length > 0 || byApp;
  const byPassword = given !== undefined && (await secondFactorOf(call)) === null;
  if (byPassword || isRecent(session.provedAt)) return;
  if ((proof === "sign-in" || !canProve) && isRecent(session.createdAt)) return;
  // Endpoints that have always accepted a password in the request body keep the error code `wrong_password` for a
  // missing or wrong password.
  const asksPassword = given === undefined && !byApp && endpoint.errors?.includes("wrong_password");
  fail(asksPassword ? "wrong_password" : "proof_required");
}

/**
 * Returns null if the password alone is enough to re-authenticate, or else the error code that asks for the second
 * factor. An account with an authenticator app always needs the factor. An account with only passkeys needs it if a
 * role requires a second factor. Rule: account.second-factor.
 */
async function secondFactorOf({
  db,
  config,
  caller,
}: Pick<ReauthenticationCall, "db" | "config" | "caller">) {
  if (await hasApp(db, caller.id)) return "second_factor_required";
  const asking = askingRoles(caller.roles, config).length > 0;
  return asking && (await hasPasskey(db, caller.id)) ? "key_required" : null;
}

function asksKey(proof: Reauthentication, keys: readonly unknown[]): boolean {
  return proof === "key" && keys.length > 0;
}

/**
 * Returns the current password from a request body. It is the field `current_password` if the body also contains a new
 * password, and otherwise the field `password`.
 */
function passwordIn(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const { password, current_password = password } = body as Record<string, unknown>;
  return typeof current_password === "string" ? current_password : undefined;
}

/**
 * Returns the account if the password is correct. Fails with 403 wrong_password otherwise, also if the account has no
 * password. Rate limited, so that a stolen session cannot guess for long.
 */
export async function ownPassword(
  { db, caller, now }: Pick<ReauthenticationCall, "db" | "caller" | "now">,
  password: string,
): Promise<typeof users.$inferSelect> {
  const [user] = await db.select().from(users).where(eq(users.id, caller.id));
  if (!user) return fail("not_authenticated");
  const limit = accountLimit("password", caller.id);
  await checkLimit(db, limit, now());
  if (await verifyPassword(user.passwordHash, password)) return user;
  await countOne(db, limit, now());
  return fail("wrong_password");
}

/**
 * Returns the WebAuthn options to re-authenticate with a passkey. Fails with 404 if the caller's account has no
 * passkey.
 */
export async function startReauthentication(call: Call<typeof proofOptions>) {
  const { db, config, caller } = call;
  const now = call.now();
  await takeOne(db, accountLimit("proof", caller.sessionId), now);
  const keys = await passkeysOf(db, caller.id);
  if (keys.length === 0) fail("not_found");
  const bound = { purpose: "prove", sessionId: caller.sessionId } as const;
  return {
    challenge: await newChallenge(db, bound, now),
    rpId: relyingParty(config).rpId,
    timeout: CHALLENGE_TIME,
    userVerification: "required" as const,
    allowCredentials: described(keys),
  };
}

/** Re-authenticates the caller. The result is valid for the caller's session, for some minutes. */
export async function reauthenticate(call: Call<typeof prove>) {
  const { db, caller, body } = call;
  const now = call.now();
  if (body.code !== undefined) {
    // Count attempts by session, so that a stolen session cannot block the owner's other sessions.
    const who = { userId: caller.id, from: caller.sessionId };
    return withCode(call, who, body.code, (tx) =>
      markReauthenticated(tx, caller.sessionId, { byKey: false, now }),
    );
  }
  if (body.passkey === undefined) {
    await ownPassword(call, body.password ?? "");
    const missing = await secondFactorOf(call);
    if (missing) fail(missing);
    return markReauthenticated(db, caller.sessionId, { byKey: false, now });
  }
  const bound = { purpose: "prove", sessionId: caller.sessionId } as const;
  await withAssertion(call, body.passkey, bound, async (tx, user) => {
    // The passkey is valid but belongs to another account, so it does not re-authenticate the caller.
    if (user.id !== caller.id) fail("passkey_unknown");
    await markReauthenticated(tx, caller.sessionId, { byKey: true, now });
  });
}
