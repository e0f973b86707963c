import { createHmac, randomBytes } from "node:crypto";

/** 32 random bytes for a link or a session, URL-safe. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * The one successor of a refresh token. Derived, so that every one of many parallel refreshes can
 * be given it although only its hash is stored; without the secret nobody can derive it.
 */
export function successorOf(token: string, secret: string): string {
  return createHmac("sha256", secret).update(`successor:${token}`).digest("base64url");
}
