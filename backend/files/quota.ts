import { asc, eq } from "drizzle-orm";
import { type BackendConfig, MEGABYTE } from "../config";
import type { Executor } from "../db/connect";
import { files } from "../db/schema/applications";
import { wholeFiles } from "../project/whole-files";

/*
 * Storage quotas of one applicant. An upload above a quota is not refused. Instead, the applicant's oldest files are
 * deleted. The configuration sets the sizes in megabytes. The daily limit for new uploads is in http/limits.ts.
 */

/** Maximum number of unfinished uploads per applicant. */
export const UNFINISHED_MAX = 20;

/** Idle time in milliseconds after which uploads of other users can be deleted if the disk is full. */
export const ABANDONED = 3_600_000;
/**
 * Idle time in milliseconds after which an applicant's own uploads for other application fields can be deleted if the
 * disk is full. A shorter time could delete an upload that is still active in another tab.
 */
export const OWN_ABANDONED = 600_000;

/** Seconds until a client can retry after a disk error or while the disk is full. */
export const DISK_RETRY = 30;

type Open = { id: string; size: number };

/** Returns the uploads that exceed an applicant's quota. `open` must be ordered newest first. */
export function beyondQuota<Upload extends Open>(
  open: Upload[],
  { UNFINISHED_QUOTA_MB }: Pick<BackendConfig, "UNFINISHED_QUOTA_MB">,
): Upload[] {
  let bytes = 0;
  return open.filter(({ size }, place) => {
    bytes += size;
    // The newest upload is never deleted, because the current request creates it.
    return place > 0 && (place >= UNFINISHED_MAX || bytes > UNFINISHED_QUOTA_MB * MEGABYTE);
  });
}

/**
 * Deletes files of earlier submissions if an application exceeds its quota, starting with the file that was replaced
 * first. Keeps the files of the draft and of the latest submissions. Deletes the files' rows and returns their ids; the
 * caller deletes the bytes after the commit. The submission keeps the file's name, size, and hash. The caller must have
 * locked the application's row.
 */
export async function releaseFormer(
  tx: Executor,
  projectId: string,
  { KEPT_QUOTA_MB }: Pick<BackendConfig, "KEPT_QUOTA_MB">,
): Promise<string[]> {
  const stored = await tx
    .select({ id: files.id, size: files.size, detachedAt: files.detachedAt })
    .from(files)
    .where(eq(files.projectId, projectId))
    .orderBy(asc(files.detachedAt), asc(files.uploadedAt));
  let excess = stored.reduce((sum, { size }) => sum + size, 0) - KEPT_QUOTA_MB * MEGABYTE;
  if (excess <= 0) return [];
  const held = await wholeFiles(tx, projectId);
  const released: string[] = [];
  for (const { id, size, detachedAt } of stored) {
    if (excess <= 0 || !detachedAt || held.has(id)) continue;
    await tx.delete(files).where(eq(files.id, id));
    released.push(id);
    excess -= size;
  }
  return released;
}
