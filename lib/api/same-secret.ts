import { createHash, timingSafeEqual } from "node:crypto";

const digest = (text: string) => createHash("sha256").update(text).digest();

/**
 * Compares two secrets in constant time, which reveals neither their difference nor their length. Returns false if no
 * secret is configured.
 */
export function isSameSecret(given: string, secret: string | undefined): boolean {
  return timingSafeEqual(digest(given), digest(secret ?? "")) && !!secret;
}

/** Returns the token or secret in a request's `Authorization: Bearer …` header. */
export function bearerOf(request: Request): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
}
