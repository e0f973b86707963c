import { createHash, timingSafeEqual } from "node:crypto";

const digest = (text: string) => createHash("sha256").update(text).digest();

/**
 * Compares in constant time, which reveals neither where they differ nor their length. A secret that is not
 * configured is nobody's.
 */
export function isSameSecret(given: string, secret: string | undefined): boolean {
  return timingSafeEqual(digest(given), digest(secret ?? "")) && !!secret;
}

/** What a request brings as `Authorization: Bearer …`. */
export function bearerOf(request: Request): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
}
