// @ts-check
// Checks the disk space before anything starts. PostgreSQL cannot start on a full disk, and the site's own cleanup runs
// only after the start.
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { shown } from "./paths.mjs";
import { LauncherError, say } from "./report.mjs";

const MB = 1024 * 1024;
/**
 * Limits of the free disk space in bytes. Below NEARLY_FULL, the launcher deletes abandoned uploads. Below FULL, it
 * starts nothing.
 */
const NEARLY_FULL = 256 * MB;
const FULL = 64 * MB;
/** Milliseconds without new bytes after which the launcher can delete an unfinished upload. */
const ABANDONED = 3_600_000;

/**
 * Returns the free bytes of the disk that contains a folder.
 *
 * @param {string} folder
 */
function free(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

const megabytes = (/** @type {number} */ bytes) => `${Math.round(bytes / MB)} MB`;

/**
 * Returns the files directly in a folder. The file with the oldest change comes first. Empty when the folder does not
 * exist.
 *
 * @param {string} folder
 */
function filesOf(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => ({ path: join(folder, name), info: statSync(join(folder, name)) }))
    .filter(({ info }) => info.isFile())
    .map(({ path, info }) => ({ path, size: info.size, touchedAt: info.mtimeMs }))
    .sort((a, b) => a.touchedAt - b.touchedAt);
}

/**
 * Returns the total bytes of some files.
 *
 * @param {{ size: number }[]} files
 */
const sum = (files) => files.reduce((total, { size }) => total + size, 0);

/**
 * Ensures enough disk space for a start. On a nearly full disk, deletes unfinished uploads without new bytes for an
 * hour, oldest first. Accepted files are never deleted. If space is still missing, throws a LauncherError that names
 * the full disk and the files that can be deleted.
 *
 * @param {{ data: string, logs: string, filesDir: string, uploadsDir?: string | undefined }} folders
 */
export function makeRoom({ data, logs, filesDir, uploadsDir }, now = Date.now()) {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const uploads = uploadsDir || join(filesDir, "uploads");
  mkdirSync(uploads, { recursive: true, mode: 0o700 });
  let freed = 0;
  for (const { path, size, touchedAt } of filesOf(uploads)) {
    if (free(uploads) >= NEARLY_FULL || touchedAt > now - ABANDONED) break;
    rmSync(path, { force: true });
    freed += size;
  }
  if (freed > 0) say(`the disk was nearly full: ${megabytes(freed)} of abandoned uploads deleted`);
  if (free(data) >= FULL) return;
  throw new LauncherError(
    [
      `The disk of ${shown(data)} is full: ${megabytes(free(data))} are free, ${megabytes(FULL)} are needed to start.`,
      "Free space on it, then start again. Nothing that was saved is lost. You can delete:",
      `  ${shown(logs)}: logs, ${megabytes(sum(filesOf(logs)))}`,
      `  ${shown(uploads)}: unfinished uploads, ${megabytes(sum(filesOf(uploads)))} (their senders must start them again)`,
    ].join("\n"),
  );
}
