import { stat } from "node:fs/promises";
import { and, eq, isNull } from "drizzle-orm";
import { uploads } from "../db/schema/applications";
import type { Dependencies } from "../dependencies";
import { fail } from "../http/failure";
import { ABANDONED, DISK_RETRY, OWN_ABANDONED } from "./quota";
import type { Tus } from "./tus";
import { roomForUploads } from "./under-way";

type Upload = typeof uploads.$inferSelect;
/** An unfinished upload, with the number of received bytes and the time of the last byte in milliseconds. */
type Open = Upload & { arrived: number; touchedAt: number };

/**
 * Creates the functions that keep a reserve of disk space free from uploads. A new upload reserves space for all its
 * bytes, in addition to earlier reservations. Each request with bytes checks the space again, because other programs
 * use the disk too.
 */
export function createRoom({ db, config, store, log }: Dependencies, tus: Tus, me: string) {
  /** Requests that are appending bytes to uploads now, with the offset at which each request ends. */
  const bringing = new Set<{ id: string; end: number }>();
  let admitting: Promise<void> = Promise.resolve();

  /** Reserves disk space for an upload whose row exists. Fails with 503 if the disk cannot hold all reservations. */
  async function reserve(upload: Upload, now: Date): Promise<void> {
    const open = await openUploads();
    const promised = open.reduce((sum, { size, arrived }) => sum + Math.max(0, size - arrived), 0);
    await clear(promised - (await roomForUploads(config, store)), upload, open, now);
  }

  /** Runs `work`, which appends `bytes` bytes to an upload at `offset`, if the disk has enough space. */
  async function bring<T>(
    { upload, offset, bytes, now }: { upload: Upload; offset: number; bytes: number; now: Date },
    work: () => Promise<T>,
  ): Promise<T> {
    const request = { id: upload.id, end: offset + bytes };
    // The space checks run one after the other, because two parallel checks would both use the last free space.
    const admission = admitting.then(async () => {
      bringing.add(request);
      const missing = (await comingBytes()) - (await roomForUploads(config, store));
      if (missing > 0) await clear(missing, upload, await openUploads(), now);
    });
    admitting = admission.catch(() => {});
    try {
      await admission;
      return await work();
    } finally {
      bringing.delete(request);
    }
  }

  /** Returns the bytes that active requests will still write. Counts several requests for the same bytes only once. */
  async function comingBytes(): Promise<number> {
    const ends = new Map<string, number>();
    for (const { id, end } of bringing) ends.set(id, Math.max(end, ends.get(id) ?? 0));
    const rests = await Promise.all(
      [...ends].map(async ([id, end]) => Math.max(0, end - (await sizeOf(id)).arrived)),
    );
    return rests.reduce((sum, rest) => sum + rest, 0);
  }

  /**
   * Deletes the oldest unfinished uploads until enough bytes are free: first the applicant's replaced or idle uploads,
   * and then abandoned uploads of other users. Fails with 503, without deleting an upload, if that does not free enough
   * space.
   */
  async function clear(missing: number, upload: Upload, open: Open[], now: Date): Promise<void> {
    if (missing <= 0) return;
    const restedFor = (one: Open, ms: number) => now.getTime() - one.touchedAt > ms;
    const busy = new Set([...bringing].map(({ id }) => id));
    const idle = open.filter(({ id }) => id !== upload.id && !busy.has(id));
    const own = idle.filter(({ userId }) => userId === upload.userId);
    // An application field has one file, so an earlier unfinished upload for the field is obsolete.
    const isReplaced = (one: Open) =>
      one.field === upload.field && one.createdAt < upload.createdAt;
    const mine = own.filter((one) => isReplaced(one) || restedFor(one, OWN_ABANDONED));
    const others = idle.filter((one) => one.userId !== upload.userId && restedFor(one, ABANDONED));
    const dropped: Open[] = [];
    for (const one of [...mine, ...others]) {
      if (missing <= 0) break;
      dropped.push(one);
      // Deleting an upload frees its received bytes and the space reserved for its missing bytes.
      missing -= Math.max(one.size, one.arrived);
    }
    if (missing > 0) fail("unavailable", { message: "the disk is full", retryAfter: DISK_RETRY });
    log.warn({ uploads: dropped.length }, "unfinished uploads deleted: the disk is nearly full");
    for (const { id } of dropped) {
      const [gone] = await db
        .delete(uploads)
        .where(and(eq(uploads.id, id), isNull(uploads.finishedAt)))
        .returning({ id: uploads.id });
      if (gone) await tus.drop(id);
    }
  }

  /** Returns all unfinished uploads whose bytes are on this instance's disk, or will be written to it, oldest first. */
  async function openUploads(): Promise<Open[]> {
    const rows = await db
      .select()
      .from(uploads)
      .where(isNull(uploads.finishedAt))
      .orderBy(uploads.createdAt, uploads.id);
    const open = await Promise.all(
      rows.map(async (row) => {
        const { isHere, arrived, changedAt } = await sizeOf(row.id);
        // Uploads of another instance use the disk of that instance, so they do not count.
        if (!isHere && row.writer !== me) return [];
        return { ...row, arrived, touchedAt: Math.max(changedAt, row.createdAt.getTime()) };
      }),
    );
    return open.flat();
  }

  async function sizeOf(id: string) {
    const info = await stat(tus.pathOf(id)).catch(() => null);
    return { isHere: info !== null, arrived: info?.size ?? 0, changedAt: info?.mtimeMs ?? 0 };
  }

  return { reserve, bring };
}
