import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { connect, type Executor } from "./connect";

const FOLDER = "backend/db/migrations";
/** Milliseconds that an instance waits for another instance to finish the migration. */
const PATIENCE = 600_000;

type Journal = { entries: { tag: string; when: number }[] };

/**
 * Migrates a database to the newest schema, if it is not current. If several instances start together, one instance
 * migrates and the others wait. Throws if the database has a migration that this build does not know.
 *
 * @param upTo the tag of the last migration to apply, to restore a backup into the backup's schema
 */
export async function migrateDatabase(databaseUrl: string, upTo?: string): Promise<void> {
  // Opens only one connection, because the migration lock belongs to the connection and ends when the connection
  // closes.
  const { db, close } = connect(databaseUrl, { max: 1 });
  try {
    await db.execute(sql.raw(`set statement_timeout = ${PATIENCE}`));
    await db.execute(sql`select pg_advisory_lock(hashtextextended('migrations', 0))`);
    await refuseNewer(db);
    const folder = upTo === undefined ? FOLDER : await shortened(upTo);
    try {
      await migrate(db, { migrationsFolder: folder });
    } finally {
      if (folder !== FOLDER) await rm(folder, { recursive: true });
    }
  } finally {
    await close();
  }
}

/** Returns the tags of the migrations that this build knows, oldest first. */
export async function knownMigrations(): Promise<string[]> {
  return (await readJournal()).entries.map(({ tag }) => tag);
}

/**
 * Returns the tags of the migrations that a database has applied, oldest first. Throws if this build does not know one
 * of the migrations.
 */
export async function appliedMigrations(databaseUrl: string): Promise<string[]> {
  const { db, close } = connect(databaseUrl, { max: 1 });
  try {
    const last = await refuseNewer(db);
    return (await readJournal()).entries.filter(({ when }) => when <= last).map(({ tag }) => tag);
  } finally {
    await close();
  }
}

/**
 * Returns the number of migrations that this build knows and the database lacks. Throws if the database has a migration
 * that this build does not know.
 */
export async function pendingMigrations(db: Executor): Promise<number> {
  const last = await refuseNewer(db);
  return (await readJournal()).entries.filter(({ when }) => when > last).length;
}

/** Throws if a newer build has migrated the database, because this build would misread it. */
async function refuseNewer(db: Executor): Promise<number> {
  const found = await db.execute<{ there: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  );
  if (!found.rows[0]?.there) return 0;
  const { rows } = await db.execute<{ last: string | null }>(
    sql`select max(created_at) as last from drizzle.__drizzle_migrations`,
  );
  const last = Number(rows[0]?.last ?? 0);
  const newest = (await readJournal()).entries.at(-1);
  if (newest && last > newest.when) {
    throw new Error(
      `The database belongs to a newer version of the product: this version knows the schema only up to ${newest.tag}.`,
    );
  }
  return last;
}

async function readJournal(): Promise<Journal> {
  return JSON.parse(await readFile(join(FOLDER, "meta/_journal.json"), "utf8"));
}

/** Creates a temporary folder with all migrations up to the given one. Returns the folder's path. */
async function shortened(upTo: string): Promise<string> {
  const { entries, ...rest } = await readJournal();
  const last = entries.findIndex(({ tag }) => tag === upTo);
  if (last === -1) throw new Error(`There is no migration ${upTo}.`);
  const folder = await mkdtemp(join(tmpdir(), "slancio-migrations-"));
  await mkdir(join(folder, "meta"));
  const kept = entries.slice(0, last + 1);
  await writeFile(join(folder, "meta/_journal.json"), JSON.stringify({ ...rest, entries: kept }));
  for (const { tag } of kept)
    await copyFile(join(FOLDER, `${tag}.sql`), join(folder, `${tag}.sql`));
  return folder;
}
