import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { link, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { knownMigrations } from "../db/migrate";
import { syncToDisk } from "../store/disk";
import type { FileStore } from "../store/store";
import { filesPath, type Manifest, readManifest, tablePath, writeManifest } from "./manifest";
import { copying, readTables } from "./tables";

type FileRow = { id: string; size: number; sha256: string };

type Options = {
  databaseUrl: string;
  store: FileStore;
  /** The new backup's folder: empty, or created if missing. */
  folder: string;
  /**
   * Folder of an earlier backup on the same disk. Unchanged files become hard links to that backup instead of copies.
   */
  linkDest?: string;
};

/**
 * Copies all data while the product runs: a consistent snapshot of every table, and then the files that the snapshot
 * refers to. Files never change, so a later copy still matches the snapshot.
 *
 * @throws if the folder is not empty, or if a file's bytes are missing or do not match the file's row in the database
 */
export async function makeBackup(options: Options): Promise<Manifest> {
  const { databaseUrl, folder } = options;
  await mkdir(join(folder, "tables"), { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 1 || (await readdir(join(folder, "tables"))).length > 0) {
    throw new Error(`${folder} is not empty: name a new or empty folder for the backup.`);
  }
  await mkdir(filesPath(folder), { mode: 0o700 });
  return copying(databaseUrl, async (client) => {
    const { rows, ...taken } = await copyTables(client, folder);
    const files = await copyFiles(client, rows, options);
    const manifest = { format: 1 as const, ...taken, files };
    await writeManifest(folder, manifest);
    return manifest;
  });
}

/** Copies a consistent snapshot of every table. Returns the files that the snapshot's rows refer to. */
async function copyTables(client: Client, folder: string) {
  await client.query("begin isolation level repeatable read read only");
  const { rows: now } = await client.query<{ at: Date }>("select now() as at");
  const { rows: found } = await client.query<{ there: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as there",
  );
  if (!found[0]?.there) throw new Error("The database is empty: there is nothing to back up.");
  const { rows: done } = await client.query<{ count: string }>(
    "select count(*) from drizzle.__drizzle_migrations",
  );
  const schema = (await knownMigrations())[Number(done[0]?.count) - 1];
  if (!schema) throw new Error("The database belongs to another version of the product.");
  const tables: Manifest["tables"] = [];
  for (const { name } of await readTables(client)) {
    const path = tablePath(folder, name);
    const copy = client.query(copyTo(`copy ${client.escapeIdentifier(name)} to stdout`));
    const sha256 = await writeHashed(copy, path);
    tables.push({ name, rows: copy.rowCount, sha256 });
  }
  const { rows } = await client.query<FileRow>("select id, size, sha256 from files order by id");
  await client.query("commit");
  const madeAt = (now[0]?.at ?? new Date()).toISOString();
  return { madeAt, schema, tables, rows };
}

async function copyFiles(
  client: Client,
  rows: FileRow[],
  { store, folder, linkDest }: Options,
): Promise<FileRow[]> {
  // Without a readable earlier backup, copy all files instead of linking unchanged ones.
  const former = linkDest === undefined ? null : await readManifest(linkDest).catch(() => null);
  const linkable = new Map(former?.files.map(({ id, sha256 }) => [id, sha256]));
  const files: FileRow[] = [];
  for (const { id, size, sha256 } of rows) {
    const path = join(filesPath(folder), id);
    if (linkDest !== undefined && linkable.get(id) === sha256) {
      await link(join(filesPath(linkDest), id), path);
    } else {
      const written = await writeHashed(store.open(id), path).catch((error) => error);
      if (written !== sha256) {
        // Skips a file that was deleted during the backup, because its owner was erased: the file's row and bytes no
        // longer exist.
        if (!(await isThere(client, id))) continue;
        const what = written instanceof Error ? written.message : "its content has changed";
        throw new Error(`The file ${id} cannot be backed up: ${what}.`);
      }
    }
    files.push({ id, size, sha256 });
  }
  await syncToDisk(filesPath(folder));
  return files;
}

async function isThere(client: Client, id: string): Promise<boolean> {
  return (await client.query("select 1 from files where id = $1", [id])).rowCount === 1;
}

/** Writes a stream durably to disk. Returns the SHA-256 of its bytes. */
async function writeHashed(bytes: NodeJS.ReadableStream, path: string): Promise<string> {
  const hash = createHash("sha256");
  const counted = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(bytes, counted, createWriteStream(path, { mode: 0o600, flags: "wx" }));
  await syncToDisk(path);
  return hash.digest("hex");
}

/** Returns the total size of a backup's tables and files in bytes, including files that are hard links. */
export async function bytesOf(folder: string, { tables, files }: Manifest): Promise<number> {
  const sizes = await Promise.all(
    tables.map(async ({ name }) => (await stat(tablePath(folder, name))).size),
  );
  return [...sizes, ...files.map(({ size }) => size)].reduce((sum, size) => sum + size, 0);
}
