import { stat } from "node:fs/promises";
import { and, eq, isNull } from "drizzle-orm";
import { uploads } from "../db/schema/applications";
import type { Dependencies } from "../dependencies";
import { fail } from "../http/failure";
import { ABANDONED, DISK_RETRY, OWN_ABANDONED } from "./quota";
import type { Tus } from "./tus";
import { roomForUploads } from "./under-way";

type Upload = typeof uploads.$inferSelect;
/** An unfinished upload: how many of its bytes are here, and when the last one came, ms. */
type Open = Upload & { arrived: number; touchedAt: number };

/**
 * Makes the guard that keeps uploads out of the reserve. An upload that begins has space reserved
 * for all of its bytes, after everything reserved before; a request that brings bytes checks
 * again, because others fill the disk too.
 */
export function createRoom({ db, config, store, log }: Dependencies, tus: Tus, me: string) {
  /** Requests that bring bytes at this moment: up to where they may write. */
  const bringing = new Set<{ id: string; end: number }>();
  let admitting: Promise<void> = Promise.resolve();

  /** Reserves space for an upload whose row is there; 503 when the disk has too little for all reservations. */
  async function reserve(upload: Upload, now: Date): Promise<void> {
    const open = await openUploads();
    const promised = open.reduce((sum, { size, arrived }) => sum + Math.max(0, size - arrived), 0);
    await clear(promised - (await roomForUploads(config, store)), upload, open, now);
  }

  /** Runs `work`, which appends `bytes` to an upload at `offset`, if there is still room for them. */
  async function bring<T>(
    { upload, offset, bytes, now }: { upload: Upload; offset: number; bytes: number; now: Date },
    work: () => Promise<T>,
  ): Promise<T> {
    const request = { id: upload.id, end: offset + bytes };
    // One after the other: two that look at the same moment would both take the last of the room.
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

  /** What the requests under way may still write; several for the same bytes write them once. */
  async function comingBytes(): Promise<number> {
    const ends = new Map<string, number>();
    for (const { id, end } of bringing) ends.set(id, Math.max(end, ends.get(id) ?? 0));
    const rests = await Promise.all(
      [...ends].map(async ([id, end]) => Math.max(0, end - (await sizeOf(id)).arrived)),
    );
    return rests.reduce((sum, rest) => sum + rest, 0);
  }

  /**
   * Evicts the oldest unfinished uploads until that many bytes are free: first the applicant's own,
   * replaced or idle, then what others have abandoned. 503 when even that would not be enough.
   */
  async function clear(missing: number, upload: Upload, open: Open[], now: Date): Promise<void> {
    if (missing <= 0) return;
    const restedFor = (one: Open, ms: number) => now.getTime() - one.touchedAt > ms;
    const busy = new Set([...bringing].map(({ id }) => id));
    const idle = open.filter(({ id }) => id !== upload.id && !busy.has(id));
    const own = idle.filter(({ userId }) => userId === upload.userId);
    // A field holds one file: what was started for it earlier is no longer of use.
    const isReplaced = (one: Open) =>
      one.field === upload.field && one.createdAt < upload.createdAt;
    const mine = own.filter((one) => isReplaced(one) || restedFor(one, OWN_ABANDONED));
    const others = idle.filter((one) => one.userId !== upload.userId && restedFor(one, ABANDONED));
    const dropped: Open[] = [];
    for (const one of [...mine, ...others]) {
      if (missing <= 0) break;
      dropped.push(one);
      // Its bytes come back, and so does the room for those that were promised.
      missing -= Math.max(one.size, one.arrived);
    }
    if (missing > 0) fail("unavailable", { message: "the disk is full", retryAfter: DISK_RETRY });
    log.warn({ uploads: dropped.length }, "unfinished uploads gave way: the disk is nearly full");
    for (const { id } of dropped) {
      const [gone] = await db
        .delete(uploads)
        .where(and(eq(uploads.id, id), isNull(uploads.finishedAt)))
        .returning({ id: uploads.id });
      if (gone) await tus.drop(id);
    }
  }

  /** Every unfinished upload whose bytes lie here, or are going to; oldest first. */
  async function openUploads(): Promise<Open[]> {
    const rows = await db
      .select()
      .from(uploads)
      .where(isNull(uploads.finishedAt))
      .orderBy(uploads.createdAt, uploads.id);
    const open = await Promise.all(
      rows.map(async (row) => {
        const { isHere, arrived, changedAt } = await sizeOf(row.id);
        // Another node's take up another node's disk.
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
