import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { connect, type Executor } from "./connect";

const FOLDER = "backend/db/migrations";
/** The longest a node waits for another one that migrates, in milliseconds. */
const PATIENCE = 600_000;

type Journal = { entries: { tag: string; when: number }[] };

/**
 * Brings a database to the newest schema; running it again changes nothing. Of several nodes that start at once
 * one migrates and the others wait for it. Throws when the database is already further than this build knows.
 *
 * @param upTo the last migration to apply, by its tag: a backup is restored into the schema it was made of
 */
export async function migrateDatabase(databaseUrl: string, upTo?: string): Promise<void> {
  // One connection: the lock belongs to it, and ends with it.
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

/** The tags of the migrations this build knows, oldest first. */
export async function knownMigrations(): Promise<string[]> {
  return (await readJournal()).entries.map(({ tag }) => tag);
}

/** The tags of the migrations that a database has, oldest first. Throws when it has one that this build does not know. */
export async function appliedMigrations(databaseUrl: string): Promise<string[]> {
  const { db, close } = connect(databaseUrl, { max: 1 });
  try {
    const last = await refuseNewer(db);
    return (await readJournal()).entries.filter(({ when }) => when <= last).map(({ tag }) => tag);
  } finally {
    await close();
  }
}

/** How many of the known migrations a database lacks. Throws when it has one that this build does not know. */
export async function pendingMigrations(db: Executor): Promise<number> {
  const last = await refuseNewer(db);
  return (await readJournal()).entries.filter(({ when }) => when > last).length;
}

/** Throws when the database was migrated by a newer build: this one would misread it. */
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
      `The database belongs to a newer version: this one knows its schema up to ${newest.tag} only.`,
    );
  }
  return last;
}

async function readJournal(): Promise<Journal> {
  return JSON.parse(await readFile(join(FOLDER, "meta/_journal.json"), "utf8"));
}

/** A copy of the migrations that ends with one of them. */
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
