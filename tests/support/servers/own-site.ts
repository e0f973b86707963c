import { existsSync } from "node:fs";
import { Client } from "pg";
import { readRecord } from "@/scripts/processes/processes.mjs";
import {
  BUILD_FOLDER,
  openTestRun,
  prepareTestSite,
  serveTestSite,
  startTestPostgres,
} from "@/scripts/testing/test-stack.mjs";
import { byClerk } from "./clerk";
import { Mailbox } from "./mailbox";

/** Returns whether a build exists that a test can serve. False if the tests use a site that was already running. */
export function canOpenOwnSite(): boolean {
  return existsSync(`${BUILD_FOLDER}/BUILD_ID`);
}

/**
 * Serves the build with a separate database, mailbox, and file store, so that tests can stop each of them. Each can
 * start again at the same address.
 *
 * @param env configuration in addition to that of every test site
 */
export async function openOwnSite(env: Record<string, string> = {}) {
  const run = await openTestRun();
  const postgres = await startTestPostgres(run, "slancio_faults");
  const site = await prepareTestSite(run, postgres, "FAULTS_PORT");
  Object.assign(site.env, env);
  const stores = { databaseUrl: String(postgres.url), filesDir: String(site.env.FILES_DIR) };
  let database: { stop: () => Promise<void> } = postgres;
  await serveTestSite(run, site);

  return {
    siteUrl: site.siteUrl as string,
    stores,
    /** Runs a staff command on the separate site and returns its output. */
    command: (name: string, ...args: string[]) =>
      byClerk(name, args, { ...process.env, ...site.env }),
    /** Runs an SQL statement as the database's superuser, without the triggers that protect the audit log. */
    async sql(statement: string, values: readonly unknown[] = []) {
      const client = new Client({ connectionString: stores.databaseUrl });
      await client.connect();
      try {
        await client.query("set session_replication_role = replica");
        return (await client.query(statement, [...values])).rows;
      } finally {
        await client.end();
      }
    },
    mailbox: new Mailbox(site.env.MAILBOX_URL),
    /** Kills the site's process with signal 9, without a shutdown. */
    kill() {
      const records = ["site", "backend"].map((name) => readRecord(run.runFolder, name));
      if (!records[0]) throw new Error("the site does not run");
      for (const record of records) if (record) process.kill(-record.pid, "SIGKILL");
    },
    start: () => serveTestSite(run, { ...site, release: async () => {} }),
    stopDatabase: () => database.stop(),
    async startDatabase() {
      database = await postgres.again();
    },
    /**
     * Locks an account's application in the database, so that every change waits. Returns a function that releases the
     * lock.
     */
    async hold(email: string): Promise<() => Promise<void>> {
      const client = new Client({ connectionString: stores.databaseUrl });
      client.on("error", () => {});
      await client.connect();
      await client.query("begin");
      await client.query(
        "select 1 from projects where user_id = (select id from users where email = $1) for update",
        [email],
      );
      return () => client.end();
    },
    close: () => run.close(),
  };
}
