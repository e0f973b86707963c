// @ts-check
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { PortTaken } from "../processes/ports.mjs";
import { bornAt, endProcess, pause, runChild, startChild } from "../processes/processes.mjs";
import { shown } from "./paths.mjs";
import { chooseRunner } from "./postgres-runner.mjs";
import { codeOf, LauncherError, tail } from "./report.mjs";

/** @typedef {import("./postgres-runner.mjs").Runner} Runner */

/** Options of initdb that make every database equal: UTF-8, and case rules that do not depend on the system. */
const INITDB = [
  "--encoding=UTF8",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--locale=C",
  "--auth=scram-sha-256",
  "--username=postgres",
];
const SERVER = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "timezone=UTC",
  "log_timezone=UTC",
  "max_connections=200",
];
/** PostgreSQL settings for data that a test run deletes. They risk data loss, so never use them for users' data. */
const THROW_AWAY = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

/**
 * Returns the command line of a process. Returns an empty text if the command line cannot be read.
 *
 * @param {number} pid
 */
function commandLine(pid) {
  try {
    if (process.platform === "linux")
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}

/**
 * Stops a PostgreSQL server that kept running after its launcher was killed. The lock file and the command line must
 * name this data directory. Deletes the lock file if its process has ended or is another program.
 *
 * @param {string} directory
 */
async function healLock(directory) {
  const lock = join(directory, "postmaster.pid");
  if (!existsSync(lock)) return;
  const [pidText, ownDirectory = ""] = readFileSync(lock, "utf8").split("\n");
  const pid = Math.abs(Number(pidText));
  const born = bornAt(pid);
  const ours =
    born !== null &&
    existsSync(ownDirectory) &&
    realpathSync(ownDirectory) === realpathSync(directory) &&
    commandLine(pid).includes(directory);
  if (ours) await endProcess({ pid, born, database: true });
  else rmSync(lock, { force: true });
}

/**
 * Creates PostgreSQL's data directory in one step, so that an interrupted first start leaves no incomplete directory.
 *
 * @param {string} runFolder
 * @param {Runner} runner
 * @param {string} password
 * @param {string} log
 */
async function initialise(runFolder, runner, password, log) {
  const fresh = `${runner.directory}.new`;
  const passwordFile = `${runner.directory}.password`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(dirname(runner.directory), { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  runner.own(passwordFile);
  mkdirSync(fresh, { mode: 0o700 });
  runner.own(fresh);
  const [program, args] = runner.command("initdb", [
    `--pgdata=${fresh}`,
    `--pwfile=${passwordFile}`,
    ...INITDB,
  ]);
  const worked = await runChild(runFolder, "initdb", program, args, {
    ...runner.options,
    cwd: "/",
    env: environment(),
    log,
  });
  rmSync(passwordFile, { force: true });
  if (!worked) {
    throw new LauncherError(
      `${tail(log)}\nThe database could not be created (initdb failed, see ${shown(log)}); you can set DATABASE_URL to your own server instead.`,
    );
  }
  renameSync(fresh, runner.directory);
}

function environment() {
  return { PATH: process.env.PATH, LC_ALL: "C", HOME: "/" };
}

/**
 * Reports whether the PostgreSQL server of a data directory listens on a port, according to the server's lock file.
 *
 * @param {string} directory
 * @param {number} port
 */
function listens(directory, port) {
  const lock = join(directory, "postmaster.pid");
  const lines = existsSync(lock) ? readFileSync(lock, "utf8").split("\n") : [];
  return (
    Number(lines[3]) === port &&
    /^(ready|standby)/.test(lines[7] ?? "") &&
    bornAt(Number(lines[0])) !== null
  );
}

/**
 * Reports whether this clone's PostgreSQL server answers. Ignores a server of another clone on the same port.
 *
 * @param {string} url
 * @param {string} directory
 * @param {number} port
 */
async function connects(url, directory, port) {
  if (!listens(directory, port)) return false;
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch (error) {
    if (codeOf(error).code === "28P01") {
      throw new LauncherError(
        `The database in ${shown(directory)} refuses the password in .data/secrets.json: restore the secrets.json that belongs to these data, for example from a backup. Nothing was changed.`,
      );
    }
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Waits up to 10 s until the database server in DATABASE_URL accepts a connection. If the server does not, throws a
 * LauncherError with the last connection error.
 *
 * @param {string} url
 */
export async function awaitGivenDatabase(url) {
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new LauncherError(
      "DATABASE_URL is not an address such as postgres://user:password@localhost:5432/slancio.",
    );
  }
  const { default: pg } = await import("pg");
  let last;
  for (const until = Date.now() + 10_000; Date.now() < until; await pause(500)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on("error", () => {});
    try {
      await client.connect();
      return;
    } catch (error) {
      const { code } = codeOf(error);
      last = (error instanceof Error && error.message) || code;
      // Stop waiting for the database, because only the user can fix a wrong password or a missing database.
      if (/^(28|3D)/.test(code ?? "")) break;
    } finally {
      await client.end().catch(() => {});
    }
  }
  throw new LauncherError(`The database that DATABASE_URL names cannot be used: ${last}.`);
}

/**
 * Creates a database unless the database exists.
 *
 * @param {string} adminUrl
 * @param {string} name
 */
async function ensureDatabase(adminUrl, name) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

/**
 * Tries once to start PostgreSQL. Returns its process when the server accepts connections. Returns null if the new
 * server ended because the previous server has not fully stopped.
 *
 * @param {{ runFolder: string, runner: Runner, port: number, log: string, settings: string[], url: string }} options
 */
async function attempt({ runFolder, runner, port, log, settings, url }) {
  const from = existsSync(log) ? statSync(log).size : 0;
  const [program, args] = runner.command("postgres", [
    "-D",
    runner.directory,
    "-p",
    String(port),
    ...settings.flatMap((setting) => ["-c", setting]),
  ]);
  const child = startChild(runFolder, "postgres", program, args, {
    ...runner.options,
    cwd: "/",
    env: environment(),
    log,
    database: true,
  });
  /** @type {number | string | null} */
  let ended = null;
  child.exited.then((code) => {
    ended = code;
  });
  const until = Date.now() + 60_000;
  try {
    while (ended === null && Date.now() < until) {
      if (await connects(url, runner.directory, port)) return child;
      await pause(30);
    }
  } catch (error) {
    await child.stop();
    throw error;
  }
  await child.stop();
  const told = readFileSync(log, "utf8").slice(from);
  if (/Address already in use/.test(told)) {
    throw new PortTaken(
      `Another program answers on port ${port}, which the embedded PostgreSQL needs: choose another port with POSTGRES_PORT. The data in ${shown(runner.directory)} are untouched.`,
    );
  }
  if (/lock file|shared memory block|still in use/.test(told)) return null;
  if (/No space left on device/.test(told)) {
    throw new LauncherError(
      `The disk of ${runner.directory} has no space left for PostgreSQL: free space there and start again. Nothing that was saved is lost.`,
    );
  }
  throw new LauncherError(
    `${tail(log)}\nThe embedded PostgreSQL did not start on port ${port} (see ${shown(log)}).`,
  );
}

/**
 * Starts the embedded PostgreSQL on loopback. First creates the data directory and the database `name` if they are
 * missing.
 *
 * @param {object} options
 * @param {string} options.runFolder
 * @param {string} options.directory
 * @param {number} options.port
 * @param {string} options.password
 * @param {string | null} [options.name]
 * @param {string} options.log
 * @param {boolean} [options.throwAway]
 */
export async function startPostgres({
  runFolder,
  directory,
  port,
  password,
  name,
  log,
  throwAway = false,
}) {
  const runner = chooseRunner(directory);
  if (existsSync(runner.directory) && !existsSync(join(runner.directory, "PG_VERSION"))) {
    rmSync(runner.directory, { recursive: true, force: true });
  }
  if (!existsSync(runner.directory)) await initialise(runFolder, runner, password, log);
  await healLock(runner.directory);
  const adminUrl = `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  const settings = throwAway ? [...SERVER, ...THROW_AWAY] : SERVER;
  // After a kill -9, the shared memory of the old PostgreSQL server remains for a short time, so a new server cannot
  // start yet.
  for (let tries = 0; tries < 20; tries++) {
    const child = await attempt({ runFolder, runner, port, log, settings, url: adminUrl });
    if (child) {
      if (name) await ensureDatabase(adminUrl, name);
      const url = name ? adminUrl.replace(/postgres$/, name) : adminUrl;
      return {
        url,
        adminUrl,
        way: runner.way,
        outside: runner.outside,
        exited: child.exited,
        stop: child.stop,
      };
    }
    await pause(500);
  }
  throw new LauncherError(
    `Another PostgreSQL uses ${shown(runner.directory)}: stop it and start again (see ${shown(log)}).`,
  );
}
