import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { BackendConfig } from "../config";
import { freeOn } from "../store/disk";
import type { Store } from "../store/store";

/*
 * The uploads that are under way lie on this machine, whatever store takes them when they are whole:
 * tus adds to them, and a check opens them. This file alone knows how they are named.
 */

type Place = Pick<BackendConfig, "FILES_DIR" | "UPLOADS_DIR">;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** The folder of uploads under way. */
export function uploadsFolder({ FILES_DIR, UPLOADS_DIR }: Place): string {
  return UPLOADS_DIR ?? join(FILES_DIR, "uploads");
}

/** Bytes that uploads may take: here while they are under way, and in the store afterwards. */
export async function roomForUploads(
  config: Place & Pick<BackendConfig, "FREE_RESERVE_MB">,
  store: Pick<Store, "room">,
): Promise<number> {
  return Math.min(await freeOn(uploadsFolder(config), config), await store.room());
}

/** Where the bytes of an upload lie. */
export function uploadPath(config: Place, id: string): string {
  return join(uploadsFolder(config), id);
}

/** Where a check writes an upload's picture anew; it begins under longer names. */
export function cleanPath(path: string): string {
  return `${path}.clean`;
}

/** Deletes uploads: bytes, what tus notes beside them, the picture re-encoded. */
export async function removeUploads(config: Place, ids: readonly string[]): Promise<void> {
  const paths = ids.flatMap((id) => {
    const path = uploadPath(config, id);
    return [path, `${path}.json`, cleanPath(path)];
  });
  await Promise.all(paths.map((path) => rm(path, { force: true })));
}

/** Every file in the folder, with the upload it is of. */
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
