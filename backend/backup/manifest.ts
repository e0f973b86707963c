import { access, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { syncToDisk } from "../store/disk";

/** File name of a backup's manifest. The manifest is written last, so a folder without it is not a complete backup. */
const NAME = "manifest.json";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const manifest = z.object({
  format: z.literal(1),
  /** The time of the backup's snapshot. */
  madeAt: z.iso.datetime(),
  /** The last database migration that the source database had applied. */
  schema: z.string(),
  /** Tables in restore order: a table comes after the tables that its rows refer to. */
  tables: z.array(z.object({ name: z.string(), rows: z.int(), sha256 })),
  files: z.array(z.object({ id: z.uuid(), size: z.int(), sha256 })),
});

/** The content of a backup. Sizes are in bytes; hashes are SHA-256 in hex. */
export type Manifest = z.output<typeof manifest>;

/** Returns the path of a table's rows in a backup, in PostgreSQL's text format for COPY. */
export const tablePath = (folder: string, name: string) => join(folder, "tables", `${name}.copy`);
/** Returns the folder of a backup's files. Each file is named by its id, so a file store can open the folder. */
export const filesPath = (folder: string) => join(folder, "files");

/** Writes the manifest, which marks the backup as complete. */
export async function writeManifest(folder: string, written: Manifest): Promise<void> {
  const unfinished = join(folder, `${NAME}.unfinished`);
  await writeFile(unfinished, `${JSON.stringify(written, null, 2)}\n`, { mode: 0o600 });
  await syncToDisk(unfinished);
  await rename(unfinished, join(folder, NAME));
  await syncToDisk(folder);
}

/** Reads a backup's manifest. Throws a message for the operator if the folder has no complete backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), "utf8").catch(() => null);
  if (text === null) throw new Error(`${folder} contains no complete backup: it has no ${NAME}.`);
  return manifest.parse(JSON.parse(text));
}

/**
 * Name of the file that marks a backup whose last trial restore succeeded. deploy/systemd/backup.sh keeps the newest
 * backup with this file.
 */
const PASSED = "verified";
const FAILED = "not-restorable";

/** Records the result of a trial restore beside the manifest, if the folder is writable. */
export async function noteTrial(folder: string, problems: readonly string[]): Promise<void> {
  if ((await readManifest(folder).catch(() => null)) === null) return;
  const [now, before] = problems.length > 0 ? [FAILED, PASSED] : [PASSED, FAILED];
  try {
    await rm(join(folder, before), { force: true });
    await writeFile(join(folder, now), problems.map((one) => `${one}\n`).join(""), { mode: 0o600 });
  } catch {
    // Ignores a write error: the caller already has the result of the trial restore, and a read-only disk cannot store
    // it.
  }
}

/** Reports whether a backup's last trial restore failed. */
export async function failedTrial(folder: string): Promise<boolean> {
  return access(join(folder, FAILED)).then(
    () => true,
    () => false,
  );
}
