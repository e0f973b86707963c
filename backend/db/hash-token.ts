import { createHash } from "node:crypto";

/** What is stored of a token. It is random and long: a plain hash cannot be guessed back. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
