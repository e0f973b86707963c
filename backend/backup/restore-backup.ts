import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import { appliedMigrations, knownMigrations, migrateDatabase } from "../db/migrate";
import { hashOf } from "../store/hash";
import type { FileStore } from "../store/store";
import { filesPath, type Manifest, readManifest, tablePath } from "./manifest";
import { copying, readTables } from "./tables";

type Options = { databaseUrl: string; store: FileStore; folder: string };

/**
 * Restores a backup into an empty database and file store. Creates the backup's schema, inserts all rows in one
 * transaction, and applies newer migrations. After a failure no row remains, and a cleanup job deletes the files.
 *
 * @throws if the backup is incomplete or from a newer version, or if the database has data or a newer schema
 */
export async function restoreBackup({ databaseUrl, store, folder }: Options): Promise<Manifest> {
  const manifest = await readWhole(folder);
  await refuseFilled(databaseUrl);
  await refuseMigrated(databaseUrl, manifest);
  for (const { id } of manifest.files) await store.put(id, join(filesPath(folder), id));
  await fillDatabase(databaseUrl, folder, manifest);
  return manifest;
}

/** Returns a backup's manifest after verifying the hash of every table and file. */
export async function readWhole(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  if (!(await knownMigrations()).includes(manifest.schema)) {
    throw new Error(
      `The backup was made by a newer version of the product: this version does not know the schema ${manifest.schema}.`,
    );
  }
  await refuseChanged(folder, manifest);
  return manifest;
}

/** Migrates an empty database to the backup's schema, inserts the rows, and applies the newer migrations. */
export async function fillDatabase(
  databaseUrl: string,
  folder: string,
  { schema, tables }: Manifest,
): Promise<void> {
  await migrateDatabase(databaseUrl, schema);
  await fillTables(databaseUrl, folder, tables);
  await migrateDatabase(databaseUrl);
}

/** Throws unless every table and file of a backup matches its hash in the manifest. */
async function refuseChanged(folder: string, { tables, files }: Manifest): Promise<void> {
  const parts = [
    ...tables.map(({ name, sha256 }) => ({ path: tablePath(folder, name), sha256 })),
    ...files.map(({ id, sha256 }) => ({ path: join(filesPath(folder), id), sha256 })),
  ];
  for (const { path, sha256 } of parts) {
    const found = await hashOf(createReadStream(path)).catch(() => "missing");
    if (found !== sha256)
      throw new Error(`The backup is damaged: ${path} has changed since it was written.`);
  }
}

/** Throws if the product's tables in a database contain rows. */
async function refuseFilled(databaseUrl: string): Promise<void> {
  await copying(databaseUrl, async (client) => {
    for (const { name } of await readTables(client)) {
      const { rowCount } = await client.query(
        `select 1 from ${client.escapeIdentifier(name)} limit 1`,
      );
      if (rowCount) {
        throw new Error(
          `The database already contains data (in ${name}): restore the backup into an empty database.`,
        );
      }
    }
  });
}

/**
 * Throws if the database already has migrations newer than the backup's schema, because these migrations would not run
 * on the backup's rows.
 */
async function refuseMigrated(databaseUrl: string, { schema }: Manifest): Promise<void> {
  const applied = await appliedMigrations(databaseUrl);
  if (applied.length <= (await knownMigrations()).indexOf(schema) + 1) return;
  throw new Error(
    `The database has the schema ${applied.at(-1)}, which is newer than the backup’s ${schema}: create an empty database without tables, and restore the backup into it.`,
  );
}

/**
 * Inserts a backup's rows table by table, in an order that this version calculates, because the manifest can contain an
 * older order. Disables the product's triggers: the triggers reject some changes, but a restore must insert every row
 * unchanged, including closed evaluations (rule operation.restore). Keys and check constraints stay active.
 */
async function fillTables(
  databaseUrl: string,
  folder: string,
  tables: Manifest["tables"],
): Promise<void> {
  await copying(databaseUrl, async (client) => {
    const listed = new Map(tables.map(({ name, rows }) => [name, rows]));
    await client.query("begin");
    for (const { name, counted } of await readTables(client)) {
      const rows = listed.get(name);
      if (rows === undefined) throw new Error(`The backup does not name the table ${name}.`);
      listed.delete(name);
      const table = client.escapeIdentifier(name);
      await client.query(`alter table ${table} disable trigger user`);
      const copy = client.query(copyFrom(`copy ${table} from stdin`));
      await pipeline(createReadStream(tablePath(folder, name)), copy);
      await client.query(`alter table ${table} enable trigger user`);
      if (copy.rowCount !== rows)
        throw new Error(`${name} has ${copy.rowCount} rows, not ${rows}.`);
      for (const column of counted) {
        await client.query(
          `select setval(pg_get_serial_sequence($1, $2), max(${client.escapeIdentifier(column)}))
           from ${table}`,
          [`public.${table}`, column],
        );
      }
    }
    for (const name of listed.keys()) throw new Error(`This schema has no table ${name}.`);
    await client.query("commit");
    // Collects table statistics. Otherwise PostgreSQL would plan queries as if the tables were empty, until autovacuum
    // runs.
    await client.query("analyze");
  });
}
