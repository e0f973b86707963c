import { access, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { syncToDisk } from "../store/disk";

/** A backup's own list, written when everything else is there: a folder without it is no backup. */
const NAME = "manifest.json";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const manifest = z.object({
  format: z.literal(1),
  /** The instant whose data it holds. */
  madeAt: z.iso.datetime(),
  /** The last migration of the database it was made of. */
  schema: z.string(),
  /** In an order in which rows come after those they refer to. */
  tables: z.array(z.object({ name: z.string(), rows: z.int(), sha256 })),
  files: z.array(z.object({ id: z.uuid(), size: z.int(), sha256 })),
});

/** What a backup holds. Sizes in bytes; hashes are SHA-256 in hex. */
export type Manifest = z.output<typeof manifest>;

/** Where a table's rows lie in a backup, in PostgreSQL's text format for COPY. */
export const tablePath = (folder: string, name: string) => join(folder, "tables", `${name}.copy`);
/** The folder of a backup's files, named by their ids: a store can be opened on it. */
export const filesPath = (folder: string) => join(folder, "files");

/** Completes a backup. */
export async function writeManifest(folder: string, written: Manifest): Promise<void> {
  const unfinished = join(folder, `${NAME}.unfinished`);
  await writeFile(unfinished, `${JSON.stringify(written, null, 2)}\n`, { mode: 0o600 });
  await syncToDisk(unfinished);
  await rename(unfinished, join(folder, NAME));
  await syncToDisk(folder);
}

/** Reads it. Throws what a person needs to know when the folder holds no complete backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), "utf8").catch(() => null);
  if (text === null) throw new Error(`${folder} holds no complete backup: it has no ${NAME}.`);
  return manifest.parse(JSON.parse(text));
}

/** The file beside a manifest that the last trial restore wrote; deploy/systemd/backup.sh keeps the newest that passed. */
const PASSED = "verified";
const FAILED = "not-restorable";

/** Notes beside a backup how its trial restore went, if its folder can be written to. */
export async function noteTrial(folder: string, problems: readonly string[]): Promise<void> {
  if ((await readManifest(folder).catch(() => null)) === null) return;
  const [now, before] = problems.length > 0 ? [FAILED, PASSED] : [PASSED, FAILED];
  try {
    await rm(join(folder, before), { force: true });
    await writeFile(join(folder, now), problems.map((one) => `${one}\n`).join(""), { mode: 0o600 });
  } catch {
    // The caller has the result; a backup on a read-only disk keeps none.
  }
}

/** Whether the last trial restore of a backup failed. */
export async function failedTrial(folder: string): Promise<boolean> {
  return access(join(folder, FAILED)).then(
    () => true,
    () => false,
  );
}
