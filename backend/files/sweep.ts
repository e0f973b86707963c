import { rm } from "node:fs/promises";
import { and, inArray, isNull, lt } from "drizzle-orm";
import { files, renditions, uploads } from "../db/schema/applications";
import type { Dependencies } from "../dependencies";
import { filesUnderWay } from "./under-way";

type Tools = Pick<Dependencies, "db" | "config" | "store">;

const DAY = 24 * 3_600_000;
/**
 * Milliseconds after which stored bytes without a database row are deleted. Only seconds pass between storing the bytes
 * and committing the row.
 */
const ORPHAN_AGE = DAY;
const BATCH = 500;

/**
 * Deletes uploads that have been idle for seven days. Also deletes stored bytes without a row, which a crash between
 * the file store and the database leaves behind. Accepted files never expire.
 */
export async function sweepUploads({ db, store }: Tools, now: Date): Promise<void> {
  await db.delete(uploads).where(and(lt(uploads.expiresAt, now), isNull(uploads.finishedAt)));
  const { mainId, posterId } = renditions;
  const orphans = await unknown(
    await store.list(new Date(now.getTime() - ORPHAN_AGE)),
    async (ids) => [
      ...(await db.select({ id: files.id }).from(files).where(inArray(files.id, ids))),
      ...(await db.select({ id: mainId }).from(renditions).where(inArray(mainId, ids))),
      ...(await db.select({ id: posterId }).from(renditions).where(inArray(posterId, ids))),
    ],
  );
  await store.remove([...orphans]);
}

/**
 * Deletes files without a database row from this instance's folder of unfinished uploads. The row can have been deleted
 * by any instance. Rows are created before the first byte, so bytes without a row never belong to a new upload.
 */
export async function sweepFolder({ db, config }: Omit<Tools, "store">): Promise<void> {
  const lying = await filesUnderWay(config);
  const strays = await unknown(
    lying.map(({ id }) => id),
    (ids) => {
      const known = and(inArray(uploads.id, ids), isNull(uploads.finishedAt));
      return db.select({ id: uploads.id }).from(uploads).where(known);
    },
  );
  for (const { id, path } of lying) if (strays.has(id)) await rm(path, { force: true });
}

type FindKnown = (ids: string[]) => Promise<{ id: string }[]>;

/** Returns the ids of stored files or uploads that have no row in the database. */
async function unknown(ids: string[], findKnown: FindKnown): Promise<Set<string>> {
  const rest = new Set(ids);
  for (let start = 0; start < ids.length; start += BATCH) {
    for (const { id } of await findKnown(ids.slice(start, start + BATCH))) rest.delete(id);
  }
  return rest;
}
