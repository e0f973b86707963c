import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { and, inArray, isNull, lt } from "drizzle-orm";
import { files, uploads } from "../db/schema/applications";
import type { Dependencies } from "../dependencies";
import { uploadsFolder } from "./stored-path";

type Tools = Pick<Dependencies, "db" | "config">;

const DAY = 24 * 3_600_000;
/** Between moving bytes and committing their row no more than seconds pass; a day is far outside. */
const ORPHAN_AGE = DAY;
const BATCH = 500;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/**
 * Forgets uploads that rested for seven days, and deletes bytes that no row knows: what a crash
 * between the disk and the database leaves. Accepted files never expire.
 */
export async function sweepUploads({ db, config }: Tools, now: Date): Promise<void> {
  await db.delete(uploads).where(and(lt(uploads.expiresAt, now), isNull(uploads.finishedAt)));
  // Their row comes before their first byte: bytes without one are never on their way.
  await sweepFolder(uploadsFolder(config), null, async (ids) => {
    const known = and(inArray(uploads.id, ids), isNull(uploads.finishedAt));
    return db.select({ id: uploads.id }).from(uploads).where(known);
  });
  await sweepFolder(config.FILES_DIR, new Date(now.getTime() - ORPHAN_AGE), (ids) =>
    db.select({ id: files.id }).from(files).where(inArray(files.id, ids)),
  );
}

type FindKnown = (ids: string[]) => Promise<{ id: string }[]>;

/** Deletes the files of a folder that bear an id nobody knows; with `before`, only older ones. */
async function sweepFolder(folder: string, before: Date | null, findKnown: FindKnown) {
  const old: { path: string; id: string }[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const [id] = UUID.exec(name) ?? [];
    if (id === undefined) continue;
    const path = join(folder, name);
    const info = await stat(path).catch(() => null);
    if (info?.isFile() && (!before || info.mtime < before)) old.push({ path, id });
  }
  for (let start = 0; start < old.length; start += BATCH) {
    const batch = old.slice(start, start + BATCH);
    const rows = await findKnown(batch.map(({ id }) => id));
    const known = new Set(rows.map(({ id }) => id));
    for (const { path, id } of batch) if (!known.has(id)) await rm(path, { force: true });
  }
}
