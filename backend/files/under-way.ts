import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { BackendConfig } from "../config";
import { freeOn } from "../store/disk";
import type { FileStore } from "../store/store";

/*
 * Unfinished uploads are local files, even if a bucket stores complete files. The tus library appends bytes to these
 * files, and the file check opens them. Only this module defines their file names.
 */

type Place = Pick<BackendConfig, "FILES_DIR" | "UPLOADS_DIR">;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

export function uploadsFolder({ FILES_DIR, UPLOADS_DIR }: Place): string {
  return UPLOADS_DIR ?? join(FILES_DIR, "uploads");
}

/**
 * Returns the number of bytes that uploads can use: the smaller of the free space of this machine's disk and the
 * free space of the file store.
 */
export async function roomForUploads(
  config: Place & Pick<BackendConfig, "FREE_RESERVE_MB">,
  store: Pick<FileStore, "room">,
): Promise<number> {
  return Math.min(await freeOn(uploadsFolder(config), config), await store.room());
}

/** Returns the path of the file with an upload's bytes. */
export function uploadPath(config: Place, id: string): string {
  return join(uploadsFolder(config), id);
}

/** Returns the path where the file check writes the re-encoded picture of an upload. */
export function cleanPath(path: string): string {
  return `${path}.clean`;
}

/** Deletes the bytes, tus metadata, and re-encoded pictures of uploads. */
export async function removeUploads(config: Place, ids: readonly string[]): Promise<void> {
  const paths = ids.flatMap((id) => {
    const path = uploadPath(config, id);
    return [path, `${path}.json`, cleanPath(path)];
  });
  await Promise.all(paths.map((path) => rm(path, { force: true })));
}

/**
 * Returns the path of every file in the folder of unfinished uploads, and the id of the upload to which the file
 * belongs.
 */
export async function filesUnderWay(config: Place): Promise<{ id: string; path: string }[]> {
  const found: { id: string; path: string }[] = [];
  for (const name of await readdir(uploadsFolder(config)).catch(() => [])) {
    const [id] = UUID.exec(name) ?? [];
    const path = join(uploadsFolder(config), name);
    if (id !== undefined && (await stat(path).catch(() => null))?.isFile())
      found.push({ id, path });
  }
  return found;
}
