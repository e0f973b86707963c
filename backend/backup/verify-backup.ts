import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { connect } from "../db/connect";
import { folderStore } from "../store/folder";
import { checkData, type DataCheck } from "./check-data";
import { filesPath, type Manifest, noteTrial } from "./manifest";
import { fillDatabase, readWhole } from "./restore-backup";

type Trial = { manifest: Manifest; check: DataCheck };

/**
 * Restores a backup into a temporary database on the given server, checks the restored data, and drops the database.
 * Records the result beside the backup. Reads the backup's files in place, without a copy.
 *
 * @param serverUrl any database of a server on which this role can create databases
 * @throws if the backup is incomplete or cannot be restored
 */
export async function verifyBackup(serverUrl: string, folder: string): Promise<Trial> {
  try {
    const trial = await tryRestore(serverUrl, folder);
    await noteTrial(folder, trial.check.problems);
    return trial;
  } catch (error) {
    await noteTrial(folder, [error instanceof Error ? error.message : String(error)]);
    throw error;
  }
}

async function tryRestore(serverUrl: string, folder: string): Promise<Trial> {
  const manifest = await readWhole(folder);
  const name = `verify_${randomBytes(8).toString("hex")}`;
  const databaseUrl = new URL(serverUrl);
  databaseUrl.pathname = `/${name}`;
  await run(serverUrl, async (client) => {
    // The temporary database gets the locale of the given database, because the server's template database can have
    // another encoding.
    const { rows } = await client.query<{ collate: string; ctype: string }>(
      "select datcollate as collate, datctype as ctype from pg_database where datname = current_database()",
    );
    const [collate, ctype] = [rows[0]?.collate, rows[0]?.ctype].map((locale = "C") =>
      client.escapeLiteral(locale),
    );
    await client.query(
      `create database ${name} template template0 encoding 'UTF8' lc_collate ${collate} lc_ctype ${ctype}`,
    );
  });
  try {
    await fillDatabase(databaseUrl.href, folder, manifest);
    const { db, close } = connect(databaseUrl.href, { max: 2 });
    try {
      const store = folderStore(filesPath(folder));
      return { manifest, check: await checkData(db, store) };
    } finally {
      await close();
    }
  } finally {
    await run(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
  }
}

async function run(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
