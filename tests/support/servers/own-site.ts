import { existsSync } from "node:fs";
import { Client } from "pg";
import { readRecord } from "@/scripts/process/processes.mjs";
import {
  BUILD_FOLDER,
  openTestRun,
  prepareTestSite,
  serveTestSite,
  startTestPostgres,
} from "@/scripts/test/test-stack.mjs";
import { byClerk } from "./clerk";
import { Mailbox } from "./mailbox";

/** Whether there is a build to serve: not when the tests look at a site started by other means. */
export function canOpenOwnSite(): boolean {
  return existsSync(`${BUILD_FOLDER}/BUILD_ID`);
}

/**
 * The built product with a database, a mailbox and files that nobody else uses, so that it may be
 * killed. Everything can be ended and started again at the same address.
 *
 * @param env what it is configured with, beyond what every site of the tests is
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
    /** One of the staff's commands on this site; what it prints. */
    command: (name: string, ...args: string[]) =>
      byClerk(name, args, { ...process.env, ...site.env }),
    /** One statement on its database, as the server's owner could run it: what protects the log does not hold here. */
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
    /** `kill -9`: no goodbye to anyone. */
    kill() {
      const record = readRecord(run.runFolder, "site");
      if (!record) throw new Error("the site does not run");
      process.kill(-record.pid, "SIGKILL");
    },
    start: () => serveTestSite(run, { ...site, release: async () => {} }),
    stopDatabase: () => database.stop(),
    async startDatabase() {
      database = await postgres.again();
    },
    /** Locks an account's application, so that any change to it waits; returns how to release it. */
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
