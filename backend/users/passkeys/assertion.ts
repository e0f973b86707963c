import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import { eq } from "drizzle-orm";
import type { Assertion } from "@/contract/users/passkeys";
import type { Database, Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { passkeys } from "../../db/schema/passkeys";
import type { Dependencies } from "../../dependencies";
import { fail } from "../../http/failure";
import { keepFactors } from "../second-factor/reset";
import type { Bound } from "../sessions/passkey-challenges";
import { checked, relyingParty, takeClientData } from "./client-data";

type Deps = Pick<Dependencies, "config" | "now" | "log"> & { db: Database };
type User = typeof users.$inferSelect;

/**
 * Verifies a passkey's signature, then runs `work` for the passkey's account in the transaction that stores the
 * signature counter. If a check fails, the transaction rolls back, but the challenge stays used.
 */
export async function withAssertion<T>(
  deps: Deps,
  assertion: Assertion,
  bound: Bound,
  work: (tx: Executor, user: User) => Promise<T>,
): Promise<T> {
  const { clientDataJSON } = assertion.response;
  const challenge = await takeClientData(deps, clientDataJSON, bound);
  return deps.db.transaction(async (tx) => {
    const user = await ownerOf(tx, deps, assertion, challenge);
    return work(tx, user);
  });
}

async function ownerOf(
  tx: Executor,
  { config, now, log }: Deps,
  assertion: Assertion,
  challenge: string,
): Promise<User> {
  const [key] = await tx
    .select()
    .from(passkeys)
    .where(eq(passkeys.credentialId, assertion.id))
    .for("update");
  if (!key) return fail("passkey_unknown");
  const { rpId, origin } = relyingParty(config);
  const { verified, authenticationInfo } = await checked(() =>
    verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      // Pass 0 as the stored signature counter, so that the library does not check the counter. The code below checks
      // the counter after the signature.
      credential: { id: key.credentialId, publicKey: bytesOf(key.publicKey), counter: 0 },
    }),
  );
  if (!verified) fail("passkey_invalid");
  const { userHandle } = assertion.response;
  if (userHandle !== undefined && userHandle !== handleOf(key.userId)) fail("passkey_unknown");
  const counter = authenticationInfo.newCounter;
  if (key.counter > 0 && counter <= key.counter) {
    log.warn({ user: key.userId, passkey: key.id }, "a passkey's counter went backwards");
    fail("passkey_counter");
  }
  const [user] = await tx.select().from(users).where(eq(users.id, key.userId));
  if (!user) return fail("passkey_unknown");
  if (user.deactivatedAt) fail("account_deactivated");
  await tx.update(passkeys).set({ counter, lastUsedAt: now() }).where(eq(passkeys.id, key.id));
  await keepFactors(tx, user.id);
  return user;
}

function bytesOf(text: string) {
  return new Uint8Array(Buffer.from(text, "base64url"));
}

/** Returns the WebAuthn user handle: the random account id, which reveals nothing about the person. */
export function handleOf(userId: string): string {
  return Buffer.from(userId.replaceAll("-", ""), "hex").toString("base64url");
}
