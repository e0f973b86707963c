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
import type { Store } from "./store";

/** Bytes read at a time. */
const PIECE = 1 << 17;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Files in a folder of this machine, named by their id alone, whatever they are called. */
export function folderStore(
  folder: string,
  { FREE_RESERVE_MB }: Pick<BackendConfig, "FREE_RESERVE_MB"> = { FREE_RESERVE_MB: 0 },
): Store {
  const pathOf = (id: string) => join(folder, id);
  const infoOf = (name: string) => stat(pathOf(name)).catch(() => null);

  async function put(id: string, path: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // An id that no row knows: what a crash leaves of it is swept like any other.
    const second = pathOf(randomUUID());
    try {
      // Another name for the same bytes costs nothing; some disks know none, and another disk has none.
      await link(path, second).catch(() => copyFile(path, second));
      // Touched, so that no sweep removes it before its row exists.
      const now = new Date();
      await utimes(second, now, now);
      await rename(second, pathOf(id));
    } finally {
      // Two names of the same bytes are not renamed into one.
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
