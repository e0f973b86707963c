import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { BackendConfig } from "../config";

type Place = Pick<BackendConfig, "FILES_DIR">;

/** Where the bytes of an accepted file lie: under its id, whatever it is called. */
export function storedPath({ FILES_DIR }: Place, fileId: string): string {
  return join(FILES_DIR, fileId);
}

/** The folder of uploads under way, out of which accepted files are moved. */
export function uploadsFolder({ FILES_DIR }: Place): string {
  return join(FILES_DIR, "uploads");
}

/** SHA-256 of a file, hex; read in pieces, whatever its size. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) hash.update(chunk);
  return hash.digest("hex");
}

/** A file's bytes, or a folder's names, survive a loss of power from here on. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}
