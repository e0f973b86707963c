import { and, eq, exists, isNull, ne, sql } from "drizzle-orm";
import { SESSION_DAYS_MAX } from "@/contract/limits";
import {
  ACCESS_TOKEN_SECONDS,
  REFRESH_TOKEN_SECONDS,
  type TokenPair,
} from "@/contract/users/user-schemas";
import type { Executor } from "../../db/connect";
import { hashToken } from "../../db/hash-token";
import { refreshTokens, sessions } from "../../db/schema/accounts";
import type { Dependencies } from "../../dependencies";
import { type AccessClaims, signAccessToken } from "./access-token";
import { randomToken } from "./tokens";

/**
 * Opens a session for a device: stores the session and its first refresh token, from which all later refresh tokens
 * derive. Ends the previous session of the same browser.
 */
export async function openSession(
  tx: Executor,
  {
    userId,
    device,
    deviceKey,
    place = "",
    now,
  }: { userId: string; device: string; deviceKey: string | null; place?: string; now: Date },
) {
  if (deviceKey !== null) {
    const here = and(eq(sessions.userId, userId), eq(sessions.deviceKey, deviceKey));
    await tx
      .update(sessions)
      .set({ revokedAt: now })
      .where(and(here, isNull(sessions.revokedAt)));
  }
  const [session] = await tx
    .insert(sessions)
    .values({ userId, device, deviceKey, place, createdAt: now, lastUsedAt: now })
    .returning({ id: sessions.id, createdAt: sessions.createdAt });
  if (!session) throw new Error("a session was not stored");
  const refreshToken = randomToken();
  await storeRefreshToken(tx, refreshToken, session, now);
  return { claims: { userId, sessionId: session.id }, refreshToken };
}

/** Stores the hash of a refresh token, which is valid for 30 days but no longer than its session. */
export async function storeRefreshToken(
  tx: Executor,
  token: string,
  session: Pick<typeof sessions.$inferSelect, "id" | "createdAt">,
  now: Date,
): Promise<void> {
  const end = session.createdAt.getTime() + SESSION_DAYS_MAX * 86_400_000;
  const expiresAt = new Date(Math.min(now.getTime() + REFRESH_TOKEN_SECONDS * 1000, end));
  const hash = hashToken(token);
  await tx.insert(refreshTokens).values({ hash, sessionId: session.id, expiresAt });
}

/** Returns the access token and the refresh token for a client. */
export async function tokenPair(
  claims: AccessClaims,
  refreshToken: string,
  { config, now }: Dependencies,
): Promise<TokenPair> {
  return {
    access_token: await signAccessToken(claims, config.TOKEN_SECRET, now()),
    refresh_token: refreshToken,
    token_type: "Bearer",
    expires_in: ACCESS_TOKEN_SECONDS,
  };
}

/** Ends one session: rejects its access tokens immediately and revokes its refresh tokens. */
export async function endSession(tx: Executor, sessionId: string, now: Date): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)));
}

/** Ends every session of an account, except the session `keep`, if given. */
export async function endSessions(
  tx: Executor,
  userId: string,
  { keep, now }: { keep?: string; now: Date },
): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        keep ? ne(sessions.id, keep) : undefined,
      ),
    );
}

/** Returns the account's valid sessions, the most recently used first. */
export function openSessionsOf(db: Executor, userId: string, now: Date) {
  const alive = db
    .select({ one: sql`1` })
    .from(refreshTokens)
    .where(
      and(
        eq(refreshTokens.sessionId, sessions.id),
        isNull(refreshTokens.usedAt),
        sql`${refreshTokens.expiresAt} > ${now.toISOString()}::timestamptz`,
      ),
    );
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), exists(alive)))
    .orderBy(sql`${sessions.lastUsedAt} desc`);
}
