import { and, eq, gt, isNull } from "drizzle-orm";
import { SUCCESSOR_WINDOW_SECONDS } from "@/contract/users/user-schemas";
import type { refresh } from "@/contract/users/users";
import { type BackendConfig, tokenSecrets } from "../../config";
import type { Executor } from "../../db/connect";
import { hashToken } from "../../db/hash-token";
import { refreshTokens, sessions, users } from "../../db/schema/accounts";
import { clientAddress } from "../../http/client-address";
import { fail } from "../../http/failure";
import { accountLimit, addressLimit } from "../../http/limits";
import { takeOne } from "../../http/rate-limit";
import type { Call } from "../../http/serve";
import { queueMail } from "../../mail/outbox";
import { placeOf } from "./place";
import { endSession, storeRefreshToken, tokenPair } from "./sessions";
import { successorOf } from "./tokens";

/**
 * Returns the next refresh token after an already used refresh token. Tries all configured secrets, because another
 * instance can have derived the stored next token from a different secret.
 */
async function storedSuccessor(tx: Executor, token: string, config: BackendConfig) {
  const [own = "", ...others] = tokenSecrets(config).map((secret) => successorOf(token, secret));
  for (const successor of others) {
    if ((await tx.$count(refreshTokens, eq(refreshTokens.hash, hashToken(successor)))) > 0) {
      return successor;
    }
  }
  return own;
}

/**
 * Exchanges a refresh token for a new pair of tokens. Parallel refreshes with one token all receive the same next
 * refresh token. If a client uses the token more than `SUCCESSOR_WINDOW_SECONDS` after its first use, another client
 * has a copy. The session then ends, and the owner receives a mail.
 */
export async function refreshSession(call: Call<typeof refresh>) {
  const { db, config, body } = call;
  const now = call.now();
  const token = body.refresh_token;
  let successor = successorOf(token, config.TOKEN_SECRET);
  const claims = await db.transaction(async (tx) => {
    const [row] = await tx
      .select({
        usedAt: refreshTokens.usedAt,
        sessionId: sessions.id,
        userId: sessions.userId,
        openedAt: sessions.createdAt,
        device: sessions.device,
      })
      .from(refreshTokens)
      .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(
        and(
          eq(refreshTokens.hash, hashToken(token)),
          gt(refreshTokens.expiresAt, now),
          isNull(sessions.revokedAt),
          isNull(users.deactivatedAt),
        ),
      )
      .for("update", { of: refreshTokens });
    if (!row) return null;
    const { usedAt, openedAt, device, ...claims } = row;
    await takeOne(tx, accountLimit("refresh", row.userId), now);
    if (!usedAt) {
      await tx
        .update(refreshTokens)
        .set({ usedAt: now })
        .where(eq(refreshTokens.hash, hashToken(token)));
      await storeRefreshToken(tx, successor, { id: row.sessionId, createdAt: openedAt }, now);
      const place = placeOf(call.request, config);
      await tx
        .update(sessions)
        .set({ lastUsedAt: now, place })
        .where(eq(sessions.id, row.sessionId));
      return claims;
    }
    // Compare the absolute time since the token's first use, because a wrong clock can have stored a first use in the
    // future.
    if (Math.abs(now.getTime() - usedAt.getTime()) <= SUCCESSOR_WINDOW_SECONDS * 1000) {
      successor = await storedSuccessor(tx, token, config);
      return claims;
    }
    call.log.warn({ user: row.userId, session: row.sessionId }, "a refresh token was used twice");
    await endSession(tx, row.sessionId, now);
    await tellOwner(tx, claims.userId, device, now);
    return null;
  });
  // Throw only after the transaction, so that the transaction commits the end of a session whose token was copied.
  if (!claims) {
    call.notifyMailWorker();
    await takeOne(db, addressLimit("refresh", clientAddress(call)), now);
    return fail("invalid_token");
  }
  return tokenPair(claims, successor, call);
}

/** Mails the account's owner that another client used a copy of a session's token. */
async function tellOwner(tx: Executor, userId: string, device: string, now: Date): Promise<void> {
  const [owner] = await tx.select().from(users).where(eq(users.id, userId));
  if (!owner) return;
  await queueMail(tx, {
    template: "session_stolen",
    userId,
    recipient: owner.email,
    language: owner.language,
    data: { first_name: owner.firstName, device, at: now.toISOString() },
  });
}
