import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileStore } from "./store";

/** Stores bytes from memory in the file store, through a temporary file. */
export async function putBytes(store: FileStore, id: string, bytes: Uint8Array): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "slancio-put-"));
  try {
    const path = join(folder, id);
    await writeFile(path, bytes);
    await store.put(id, path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
