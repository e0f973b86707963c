import { createHmac, randomBytes } from "node:crypto";

/** Returns 32 random bytes for a link or a session, encoded for URLs. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * Derives the next refresh token from a refresh token and the server's secret. The same refresh token always gives the
 * same result, so parallel refreshes all receive the same next token, although the database stores only its hash.
 */
export function successorOf(token: string, secret: string): string {
  return createHmac("sha256", secret).update(`successor:${token}`).digest("base64url");
}
