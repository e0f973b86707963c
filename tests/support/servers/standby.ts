import { appendFileSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Client } from "pg";
import { afterAll } from "vitest";
import { migrateDatabase } from "@/backend/db/migrate";
import { startPostgres } from "@/scripts/launcher/postgres.mjs";
import { chooseRunner, droppedFolder } from "@/scripts/launcher/postgres-runner.mjs";
import { anyPort } from "@/scripts/processes/ports.mjs";
import { pause, readRecord } from "@/scripts/processes/processes.mjs";
import { testFolder } from "../folder";
import { testLine } from "./line";

const PASSWORD = "of-the-tests";
const NAME = "slancio";

/** Starts PostgreSQL on a data directory as `npm start` does. fsync is on, so that no commit is lost. */
async function start(folder: string, port: number, name: string | null) {
  const runFolder = join(folder, "run");
  mkdirSync(runFolder, { recursive: true });
  const server = await startPostgres({
    runFolder,
    directory: join(folder, "data"),
    port,
    password: PASSWORD,
    name,
    log: join(folder, "log"),
  });
  afterAll(server.stop);
  return { ...server, runFolder };
}

/** Copies the data of a stopped PostgreSQL server. The copy belongs to the user who will run its server. */
function copyData(from: string, to: string): string {
  const source = chooseRunner(join(from, "data")).directory;
  mkdirSync(to, { recursive: true });
  const runner = chooseRunner(join(to, "data"));
  mkdirSync(dirname(runner.directory), { recursive: true });
  // Set the mode, because copying does not keep it and PostgreSQL refuses a data directory that other users can read.
  mkdirSync(runner.directory, { mode: 0o700 });
  cpSync(source, runner.directory, { recursive: true });
  const inside = readdirSync(runner.directory, { recursive: true, encoding: "utf8" });
  for (const entry of ["", ...inside]) runner.own(join(runner.directory, entry));
  afterAll(() => rmSync(droppedFolder(join(to, "data")), { recursive: true, force: true }));
  return runner.directory;
}

/**
 * Creates a PostgreSQL server, migrates its database, and stops it. All primary and standby servers are copies of it.
 */
export async function standbySource(): Promise<string> {
  const folder = await testFolder("source");
  const server = await start(folder, await anyPort(), NAME);
  await migrateDatabase(server.url);
  await server.stop();
  return folder;
}

async function run(url: string, statement: string) {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  return client.query(statement).finally(() => client.end().catch(() => {}));
}

/**
 * Starts a primary database server and its standby. Tests can control the connection between the two servers and the
 * clients' connection.
 *
 * @param waits true if the primary confirms a commit only after the standby has the commit
 */
export async function testPair(source: string, { waits }: { waits: boolean }) {
  const folder = await testFolder("pair");
  const [first, second] = [join(folder, "first"), join(folder, "second")];
  copyData(source, first);
  const copy = copyData(source, second);
  const primary = await start(first, await anyPort(), NAME);
  const between = await testLine(Number(new URL(primary.url).port));
  const runner = chooseRunner(join(second, "data"));
  const signal = join(copy, "standby.signal");
  writeFileSync(signal, "");
  runner.own(signal);
  appendFileSync(
    join(copy, "postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${between.port} user=postgres password=${PASSWORD} application_name=second'\n`,
  );
  const standby = await start(second, await anyPort(), null);
  // Set the synchronous standby on the primary only. Otherwise the standby would wait for another standby after its
  // promotion.
  if (waits) await run(primary.adminUrl, "alter system set synchronous_standby_names = 'second'");
  await run(primary.adminUrl, "select pg_reload_conf()");
  const wanted = waits ? "sync" : "async";
  const states = "select 1 from pg_stat_replication where state = 'streaming' and sync_state = ";
  while ((await run(primary.adminUrl, `${states}'${wanted}'`)).rowCount === 0) await pause(50);

  const clients = await testLine(Number(new URL(primary.url).port));
  const url = new URL(primary.url);
  url.port = String(clients.port);

  return {
    /** The URL at which clients reach the primary, and the standby after its promotion. */
    url: url.href,
    /** Interrupts the network between the primary and the standby without closing connections. */
    part: between.goDead,
    /** Kills the primary database server. */
    async killPrimary(): Promise<void> {
      clients.drop();
      const pid = readRecord(primary.runFolder, "postgres")?.pid;
      if (pid) process.kill(pid, "SIGKILL");
      await primary.exited;
    },
    /** Promotes the standby database server and redirects clients to it. */
    async promote(): Promise<void> {
      await run(standby.adminUrl, "select pg_promote()");
      clients.leadTo(Number(new URL(standby.adminUrl).port));
    },
  };
}
