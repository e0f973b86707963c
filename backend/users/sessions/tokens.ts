import { createHmac, randomBytes } from "node:crypto";

/** Returns 32 random bytes for a link or a session, URL-safe. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * Derives the single successor of a refresh token. Parallel refreshes can all receive it although only its hash is stored.
 * It cannot be derived without the secret.
 */
export function successorOf(token: string, secret: string): string {
  return createHmac("sha256", secret).update(`successor:${token}`).digest("base64url");
}
