import { createHash } from "node:crypto";

/** Hashes a token for storage. Tokens are long and random, so an unsalted hash is safe. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
