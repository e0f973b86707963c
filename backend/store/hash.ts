import { createHash } from "node:crypto";
import type { Readable } from "node:stream";

/** SHA-256 of a stream's bytes, hex; read in pieces, however many there are. */
export async function hashOf(bytes: Readable): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest("hex");
}
