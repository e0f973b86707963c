import { asc, eq } from "drizzle-orm";
import { type BackendConfig, MEGABYTE } from "../config";
import type { Executor } from "../db/connect";
import { files } from "../db/schema/applications";
import { wholeFiles } from "../project/whole-files";

/*
 * How much one applicant's files may take up. None of these limits causes a refusal: the oldest give way.
 * The megabytes are configuration; how much may be started in a day is in http/limits.ts.
 */

/** Unfinished uploads per applicant. */
export const UNFINISHED_MAX = 20;

/** Milliseconds without a byte after which other people's uploads give way when the disk is full. */
export const ABANDONED = 3_600_000;
/** The same for the applicant's own uploads in other fields: they may be under way in another tab. */
export const OWN_ABANDONED = 600_000;

/** Seconds after which a client may try again when the disk is full or in trouble. */
export const DISK_RETRY = 30;

type Open = { id: string; size: number };

/** The uploads beyond an applicant's quota; `open` is ordered newest first. */
export function beyondQuota<Upload extends Open>(
  open: Upload[],
  { UNFINISHED_QUOTA_MB }: Pick<BackendConfig, "UNFINISHED_QUOTA_MB">,
): Upload[] {
  let bytes = 0;
  return open.filter(({ size }, place) => {
    bytes += size;
    // The newest is the one being requested.
    return place > 0 && (place >= UNFINISHED_MAX || bytes > UNFINISHED_QUOTA_MB * MEGABYTE);
  });
}

/**
 * Drops files of earlier sent versions when an application keeps more than its quota, starting with
 * those replaced first. Never the draft's, nor those of the latest sent versions. The rows go here; the
 * ids are returned so that the caller deletes the bytes once the transaction has committed; name, size
 * and hash stay in the version that was sent. The project must be locked.
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
