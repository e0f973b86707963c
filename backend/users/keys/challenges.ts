import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { CHALLENGE_MINUTES } from "@/contract/limits";
import { MINUTE } from "@/contract/spans";
import type { Executor } from "../../db/connect";
import { hashToken } from "../../db/hash-token";
import { users } from "../../db/schema/accounts";
import { challenges } from "../../db/schema/keys";
import { fail } from "../../http/failure";
import { randomToken } from "../sessions/tokens";

/** How long an authenticator has, in milliseconds. */
export const CHALLENGE_TIME = CHALLENGE_MINUTES * MINUTE;

/** What a challenge is for, and the session that asked; a sign-in has none. */
export type Bound =
  | { purpose: "add" | "prove" | "app"; sessionId: string }
  | { purpose: "enter" | "code"; sessionId: null };

/** A sign-in that goes on with a code; its challenge knows whose. */
export const SIGN_IN = { purpose: "code", sessionId: null } as const;

/** A new challenge; only its hash is stored. */
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
 * Uses a challenge up; what was signed for it whatever becomes of that, so outside any transaction that may be
 * undone. Of two that hand in the same one at once, one has it.
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

/** Whose sign-in a challenge goes on with, without using it up. */
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
