import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { CHALLENGE_MINUTES } from "@/contract/limits";
import { MINUTE } from "@/contract/spans";
import type { Database, Executor } from "../../db/connect";
import { hashToken } from "../../db/hash-token";
import { challenges } from "../../db/schema/keys";
import { fail } from "../../http/failure";
import { randomToken } from "../sessions/tokens";

/** How long an authenticator has, in milliseconds. */
export const CHALLENGE_TIME = CHALLENGE_MINUTES * MINUTE;

/** What a challenge is for, and the session that asked; a sign-in has none. */
export type Bound =
  | { purpose: "add" | "prove"; sessionId: string }
  | { purpose: "enter"; sessionId: null };

/** A new challenge; only its hash is stored. */
export async function newChallenge(tx: Executor, bound: Bound, now: Date): Promise<string> {
  const challenge = randomToken();
  const expiresAt = new Date(now.getTime() + CHALLENGE_TIME);
  await tx.insert(challenges).values({ hash: hashToken(challenge), ...bound, expiresAt });
  return challenge;
}

/**
 * Uses a challenge up, whatever becomes of what was signed: outside any transaction that may be undone. Of two that
 * hand in the same one at once, one has it.
 */
export async function spendChallenge(db: Database, challenge: string, bound: Bound, now: Date) {
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
  if (!known) fail("challenge_foreign");
  fail(known.usedAt ? "challenge_used" : "challenge_expired");
}
