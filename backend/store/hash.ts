import { createHash } from "node:crypto";
import type { Readable } from "node:stream";

/** Returns the SHA-256 (hex) of a stream without loading the whole stream into memory. */
export async function hashOf(bytes: Readable): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest("hex");
}
