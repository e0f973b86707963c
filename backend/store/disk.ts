import { mkdir, open, statfs } from "node:fs/promises";
import { type BackendConfig, MEGABYTE } from "../config";

/** Flushes a file's bytes or a folder's entries to the disk, so that they survive a power failure. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}

/** Returns the free bytes on a folder's disk, minus the reserve for the database and the logs. */
export async function freeOn(
  folder: string,
  { FREE_RESERVE_MB }: Pick<BackendConfig, "FREE_RESERVE_MB">,
): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize - FREE_RESERVE_MB * MEGABYTE;
}
