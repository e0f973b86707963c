import { createHmac, randomBytes } from "node:crypto";

/** Returns 32 random bytes for a link or a session, encoded for URLs. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * Derives the only successor of a refresh token, so that parallel refreshes all receive the same one although only its
 * hash is stored. The derivation needs the secret.
 */
export function successorOf(token: string, secret: string): string {
  return createHmac("sha256", secret).update(`successor:${token}`).digest("base64url");
}
