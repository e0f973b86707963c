import { eq } from "drizzle-orm";
import type { Endpoint, Proof } from "@/contract/endpoint";
import { FRESH_SIGN_IN_MINUTES } from "@/contract/limits";
import { MINUTE } from "@/contract/spans";
import type { proofOptions, prove } from "@/contract/users/keys";
import { sessions, users } from "../db/schema/accounts";
import { fail } from "../http/failure";
import { accountLimit } from "../http/limits";
import { checkLimit, countOne, takeOne } from "../http/rate-limit";
import type { Call, ProofCall } from "../http/serve";
import { withCode } from "./factor/accept-code";
import { askingRoles, hasApp, hasPasskey } from "./factor/held";
import { withAssertion } from "./keys/assertion";
import { CHALLENGE_TIME, newChallenge } from "./keys/challenges";
import { relyingParty } from "./keys/client-data";
import { described, passkeysOf } from "./keys/passkeys";
import { verifyPassword } from "./passwords/password";
import { markProved } from "./sessions/proved";

/**
 * (rule account.proof) Refuses a call whose session has not been proved lately enough for its endpoint. A password that
 * comes with the call proves it there and then, unless there is a second factor: the first alone proves nothing then. An
 * account that has nothing to prove by can only sign in again: a sign-in of minutes ago counts.
 */
export async function requireProof(endpoint: Endpoint, call: ProofCall): Promise<void> {
  const { proof = "session" } = endpoint;
  if (proof === "session") return;
  const given = passwordIn(call.body);
  if (given !== undefined) await ownPassword(call, given);
  const { db, caller, now } = call;
  const [session] = await db.select().from(sessions).where(eq(sessions.id, caller.sessionId));
  const [user] = await db.select().from(users).where(eq(users.id, caller.id));
  const keys = await passkeysOf(db, caller.id);
  if (!session || !user) return fail("not_authenticated");
  // One from a clock that was ahead is no proof of now.
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
  // What has always taken the password with the call refuses as it always has.
  const asksPassword = given === undefined && !byApp && endpoint.errors?.includes("wrong_password");
  fail(asksPassword ? "wrong_password" : "proof_required");
}

/**
 * Without what the password of an account proves nothing, as it opens nothing either (rule account.second-factor): the app,
 * or the passkey where a role asks for a second factor. The code that says so; null where the password is enough.
 */
async function secondFactorOf({ db, config, caller }: Pick<ProofCall, "db" | "config" | "caller">) {
  if (await hasApp(db, caller.id)) return "second_factor_required";
  const asking = askingRoles(caller.roles, config).length > 0;
  return asking && (await hasPasskey(db, caller.id)) ? "key_required" : null;
}

function asksKey(proof: Proof, keys: readonly unknown[]): boolean {
  return proof === "key" && keys.length > 0;
}

/** The account's own password in a body; where it comes with the next one, `current_password`. */
function passwordIn(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const { password, current_password = password } = body as Record<string, unknown>;
  return typeof current_password === "string" ? current_password : undefined;
}

/**
 * The account, once its owner's password is right; rate-limited, so that a stolen session cannot guess for long.
 * 403 wrong_password, also where there is none.
 */
export async function ownPassword(
  { db, caller, now }: Pick<ProofCall, "db" | "caller" | "now">,
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

/** What one of the caller's own passkeys has to sign; 404 where there is none. */
export async function askForProof(call: Call<typeof proofOptions>) {
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

/** Proves to be there: good for this session, for some minutes. */
export async function proveOwner(call: Call<typeof prove>) {
  const { db, caller, body } = call;
  const now = call.now();
  if (body.code !== undefined) {
    // Counted by session: whoever has stolen one cannot lock its owner out of another.
    const who = { userId: caller.id, from: caller.sessionId };
    return withCode(call, who, body.code, (tx) =>
      markProved(tx, caller.sessionId, { byKey: false, now }),
    );
  }
  if (body.passkey === undefined) {
    await ownPassword(call, body.password ?? "");
    const missing = await secondFactorOf(call);
    if (missing) fail(missing);
    return markProved(db, caller.sessionId, { byKey: false, now });
  }
  const bound = { purpose: "prove", sessionId: caller.sessionId } as const;
  await withAssertion(call, body.passkey, bound, async (tx, user) => {
    // Somebody else's passkey is good, and proves nothing here.
    if (user.id !== caller.id) fail("passkey_unknown");
    await markProved(tx, caller.sessionId, { byKey: true, now });
  });
}
