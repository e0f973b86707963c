import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import {
  access,
  constants,
  copyFile,
  link,
  mkdir,
  readdir,
  rename,
  rm,
  stat,
  utimes,
} from "node:fs/promises";
import { join } from "node:path";
import type { BackendConfig } from "../config";
import { freeOn, syncToDisk } from "./disk";
import type { FileStore } from "./store";

/** Block size for reading files, in bytes. */
const PIECE = 1 << 17;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Stores files in a local folder. The file name is the id, regardless of the original name. */
export function folderStore(
  folder: string,
  { FREE_RESERVE_MB }: Pick<BackendConfig, "FREE_RESERVE_MB"> = { FREE_RESERVE_MB: 0 },
): FileStore {
  const pathOf = (id: string) => join(folder, id);
  const infoOf = (name: string) => stat(pathOf(name)).catch(() => null);

  async function put(id: string, path: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // The temporary file has a random id as its name. No database row contains this id, so the cleanup job deletes the
    // file after a crash.
    const second = pathOf(randomUUID());
    try {
      // A hard link needs no disk space. Copy the file if the file system does not support links or the file is on
      // another disk.
      await link(path, second).catch(() => copyFile(path, second));
      // Update the modification time, so that the cleanup job does not delete the file before its database row exists.
      const now = new Date();
      await utimes(second, now, now);
      await rename(second, pathOf(id));
    } finally {
      // `rename` does nothing if both names are links to the same file, so remove the temporary name.
      await rm(second, { force: true });
    }
    await syncToDisk(pathOf(id));
    await syncToDisk(folder);
  }

  const room = () => freeOn(folder, { FREE_RESERVE_MB });

  async function works(): Promise<void> {
    await room();
    await access(folder, constants.W_OK);
  }

  async function list(before: Date): Promise<string[]> {
    const ids: string[] = [];
    for (const name of await readdir(folder).catch(() => [])) {
      const info = UUID.test(name) ? await infoOf(name) : null;
      if (info?.isFile() && info.mtime < before) ids.push(name);
    }
    return ids;
  }

  return {
    put,
    open: (id, range) => createReadStream(pathOf(id), { ...range, highWaterMark: PIECE }),
    size: async (id) => (await infoOf(id))?.size ?? null,
    remove: async (ids) => {
      await Promise.all(ids.map((id) => rm(pathOf(id), { force: true })));
    },
    room,
    works,
    list,
  };
}
