// @ts-check
// Starts the services that the site needs. A run starts its own services unless the configuration names others.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { innerPort, onFreePort } from "../processes/ports.mjs";
import { runChild } from "../processes/processes.mjs";
import { startMailbox } from "./mailbox.mjs";
import { data, logs, root, run, shown } from "./paths.mjs";
import { awaitGivenDatabase, startPostgres } from "./postgres.mjs";
import { LauncherError, say, seconds, tail } from "./report.mjs";
import { contentSecrets, readSecrets, requireShared } from "./secrets.mjs";

/** @typedef {import("../processes/processes.mjs").Environment} Environment */

/** Default port of the embedded PostgreSQL. It differs from the usual ports of other programs. */
const POSTGRES_PORT = 54_329;
const MAILBOX_PORT = 1_080;
const MAILBOX_SMTP_PORT = 1_025;

/** Starts this clone's own PostgreSQL with the data in .data/postgres. */
export function startOwnPostgres(runFolder = run) {
  const password = readSecrets().POSTGRES_PASSWORD;
  return onFreePort(async () =>
    startPostgres({
      runFolder,
      directory: join(data, "postgres"),
      port: await innerPort("POSTGRES_PORT", POSTGRES_PORT),
      password,
      name: "slancio",
      log: join(logs, "postgres.log"),
    }),
  );
}

function startOwnMailbox() {
  return onFreePort(async () =>
    startMailbox({
      runFolder: run,
      folder: join(data, "mail"),
      smtpPort: await innerPort("MAILBOX_SMTP_PORT", MAILBOX_SMTP_PORT),
      webPort: await innerPort("MAILBOX_PORT", MAILBOX_PORT),
      log: join(logs, "mailbox.log"),
    }),
  );
}

/**
 * Placeholders for variables that the launcher sets after the configuration check, if users have not set them. The
 * check accepts any valid value.
 */
const BROUGHT_ALONG = {
  DATABASE_URL: "postgres://127.0.0.1/slancio",
  SMTP_URL: "smtp://127.0.0.1:25",
  TOKEN_SECRET: "generated at the first start, in .data/secrets.json",
};

/**
 * Checks the configuration before anything starts. Throws one error that lists all problems.
 *
 * @param {Environment} env
 */
export async function requireConfiguration(env) {
  const named = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const log = join(logs, "configuration.log");
  rmSync(log, { force: true });
  const args = ["--import", "tsx", join(root, "lib/api/check-configuration.ts")];
  const worked = await runChild(run, "configuration", process.execPath, args, {
    cwd: root,
    env: { ...BROUGHT_ALONG, ...named },
    log,
  });
  const said = readFileSync(log, "utf8").trim();
  if (!worked) throw new LauncherError(said);
  if (said) say(said);
}

/**
 * Runs backend/commands/{name}.ts to its end. On failure, throws a LauncherError with the command's output.
 *
 * @param {string} name
 * @param {{ runFolder: string, env: Environment, log: string, args?: string[] }} options
 */
export async function runCommand(name, { runFolder, env, log, args = [] }) {
  const script = join(root, "backend/commands", `${name}.ts`);
  if (!existsSync(script)) throw new LauncherError(`${shown(script)} is missing.`);
  const from = existsSync(log) ? readFileSync(log, "utf8").length : 0;
  const worked = await runChild(
    runFolder,
    name,
    process.execPath,
    ["--import", "tsx", script, ...args],
    {
      cwd: root,
      env,
      log,
    },
  );
  if (!worked)
    throw new LauncherError(`${tail(log, 30)}\nThe command ${name} failed; see ${shown(log)}.`);
  return readFileSync(log, "utf8").slice(from);
}

/**
 * Writes the demo data into an empty database. A database with data stays unchanged.
 *
 * @param {{ runFolder: string, env: Environment, log: string }} options
 */
export async function seed({ runFolder, env, log }) {
  const began = Date.now();
  await runCommand("seed", { runFolder, env, log });
  say(`the demo data are ready (${seconds(began)} s)`);
}

/**
 * Migrates the database. If `seeds` is true, also writes the demo data.
 *
 * @param {Environment} env
 * @param {boolean} seeds
 */
async function fillDatabase(env, seeds) {
  const began = Date.now();
  await runCommand("migrate", { runFolder: run, env, log: join(logs, "migrate.log") });
  say(`the database's tables are up to date (${seconds(began)} s)`);
  if (seeds) await seed({ runFolder: run, env, log: join(logs, "seed.log") });
}

/**
 * Starts everything that the site needs: migrates the database, starts the mailbox, and writes the demo data. Does not
 * start services that DATABASE_URL, SMTP_URL, or WP_API_URL name. Returns { env, mailbox, demoFile, parts }; env is the
 * environment of the site and the commands.
 *
 * @param {{ siteUrl: string }} options
 */
export async function startStack({ siteUrl }) {
  const given = process.env;
  requireShared(given);
  const secrets = contentSecrets(given);
  const env = { ...given, ...secrets, SITE_URL: siteUrl };
  if (given.WP_API_URL) {
    say(`the back end is ${given.WP_API_URL}: no database, no mailbox here`);
    return {
      env,
      computed: { ...secrets, SITE_URL: siteUrl, WP_API_URL: given.WP_API_URL },
      mailbox: null,
      demoFile: null,
      parts: {},
    };
  }
  const parts = {};
  if (given.DATABASE_URL) await awaitGivenDatabase(given.DATABASE_DIRECT_URL || given.DATABASE_URL);
  const [postgres, mailbox] = await Promise.all([
    given.DATABASE_URL ? null : startOwnPostgres(),
    given.SMTP_URL ? null : startOwnMailbox(),
  ]);
  if (postgres) {
    parts.postgres = postgres;
    say(`PostgreSQL 18 is up (data in ${postgres.outside ?? ".data/postgres"})`);
  }
  if (mailbox) {
    parts.mailbox = mailbox;
    say(`the mailbox is up (emails in .data/mail)`);
  }
  const computed = {
    ...secrets,
    SITE_URL: siteUrl,
    DATABASE_URL: postgres?.url ?? given.DATABASE_URL,
    DATABASE_DIRECT_URL: postgres ? "" : (given.DATABASE_DIRECT_URL ?? ""),
    SMTP_URL: mailbox?.smtpUrl ?? given.SMTP_URL,
    TOKEN_SECRET: given.TOKEN_SECRET || readSecrets().TOKEN_SECRET,
    FILES_DIR: given.FILES_DIR || join(data, "files"),
    MAILBOX_URL: mailbox?.url ?? given.MAILBOX_URL ?? "",
    DEMO_FILE: join(data, "demo.json"),
  };
  Object.assign(env, computed);
  const seeds = given.SEED_DEMO ? given.SEED_DEMO === "1" : Boolean(postgres);
  await fillDatabase(env, seeds);
  return {
    env,
    computed,
    mailbox: computed.MAILBOX_URL,
    demoFile: seeds ? computed.DEMO_FILE : null,
    parts,
  };
}
