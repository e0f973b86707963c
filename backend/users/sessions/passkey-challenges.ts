import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { MINUTE } from "@/contract/durations";
import { CHALLENGE_MINUTES } from "@/contract/limits";
import type { Executor } from "../../db/connect";
import { hashToken } from "../../db/hash-token";
import { users } from "../../db/schema/accounts";
import { challenges } from "../../db/schema/passkeys";
import { fail } from "../../http/failure";
import { randomToken } from "./tokens";

/** Milliseconds that the authenticator has to answer a passkey challenge. */
export const CHALLENGE_TIME = CHALLENGE_MINUTES * MINUTE;

/** The purpose of a challenge and the session that requested it. The session is null during a sign-in. */
export type Bound =
  | { purpose: "add" | "prove" | "app"; sessionId: string }
  | { purpose: "enter" | "code"; sessionId: null };

/**
 * Challenge of a sign-in that continues with a second-factor code. The database stores the account together with the
 * challenge.
 */
export const SIGN_IN = { purpose: "code", sessionId: null } as const;

/** Creates a random challenge and stores only its hash. */
export async function newChallenge(
  tx: Executor,
  bound: Bound & { userId?: string },
  now: Date,
  { challenge = randomToken(), minutes = CHALLENGE_MINUTES } = {},
): Promise<string> {
  const expiresAt = new Date(now.getTime() + minutes * MINUTE);
  await tx.insert(challenges).values({ hash: hashToken(challenge), ...bound, expiresAt });
  return challenge;
}

/**
 * Marks a challenge as used. Outside a transaction, the challenge stays used even if the response to it is refused
 * later. Of two parallel uses, only one succeeds.
 */
export async function spendChallenge(db: Executor, challenge: string, bound: Bound, now: Date) {
  const hash = eq(challenges.hash, hashToken(challenge));
  const session = sql`${challenges.sessionId} is not distinct from ${bound.sessionId}::uuid`;
  const mine = and(hash, eq(challenges.purpose, bound.purpose), session);
  const [spent] = await db
    .update(challenges)
    .set({ usedAt: now })
    .where(and(mine, isNull(challenges.usedAt), gt(challenges.expiresAt, now)))
    .returning({ hash: challenges.hash });
  if (spent) return;
  const [known] = await db.select().from(challenges).where(mine);
  refuse(known);
}

/** Returns the account to which a sign-in challenge belongs, without marking the challenge as used. */
export async function ownerOfChallenge(db: Executor, challenge: string, now: Date) {
  const [known] = await db
    .select({
      id: users.id,
      email: users.email,
      used: challenges.usedAt,
      ends: challenges.expiresAt,
    })
    .from(challenges)
    .innerJoin(users, eq(users.id, challenges.userId))
    .where(and(eq(challenges.hash, hashToken(challenge)), eq(challenges.purpose, SIGN_IN.purpose)));
  if (!known || known.used || known.ends <= now) return refuse(known && { usedAt: known.used });
  return known;
}

function refuse(known: { usedAt: Date | null } | undefined): never {
  if (!known) fail("challenge_foreign");
  fail(known.usedAt ? "challenge_used" : "challenge_expired");
}
