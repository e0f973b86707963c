// @ts-check
// The parts of a test run: a database, a mailbox and a site of its own, in .data/test/{process id},
// so that tests never meet a running `npm start`, nor each other.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { anyPort, holdPort } from "../process/ports.mjs";
import { bornAt, endRecorded, readRecord, writeRecord } from "../process/processes.mjs";
import { knownVariables } from "../run/environment.mjs";
import { startMailbox } from "../run/mailbox.mjs";
import { data, logs, root } from "../run/paths.mjs";
import { startPostgres } from "../run/postgres.mjs";
import { droppedFolder } from "../run/postgres-runner.mjs";
import { newSecret } from "../run/secrets.mjs";
import { startSite, upToDate } from "../run/site.mjs";
import { runCommand, seed } from "../run/stack.mjs";
import { standInEnvironment } from "./stand-in-keys.mjs";

/** @typedef {Awaited<ReturnType<typeof openTestRun>>} TestRun */
/** @typedef {Awaited<ReturnType<typeof startTestPostgres>>} TestPostgres */
/** @typedef {Awaited<ReturnType<typeof prepareTestSite>>} TestSite */

const all = join(data, "test");
export const BUILD_FOLDER = ".next-test";
const SITE_PORT = 3_900;
/** Days from today on which the edition of the tests closes; a build without a database assumes 40. */
const LAST_DAY = 43;

/** @param {string} folder */
function discard(folder) {
  rmSync(folder, { recursive: true, force: true });
  rmSync(droppedFolder(join(folder, "postgres")), { recursive: true, force: true });
}

/** Ends and removes what killed test runs left. */
async function sweep() {
  if (!existsSync(all)) return;
  for (const name of readdirSync(all)) {
    const folder = join(all, name);
    if (readRecord(join(folder, "run"), "launcher")) continue;
    await endRecorded(join(folder, "run"));
    discard(folder);
  }
}

/** A fresh folder for this run: { folder, runFolder, close }; `close` ends its processes and removes it. */
export async function openTestRun() {
  await sweep();
  const folder = join(all, String(process.pid));
  const runFolder = join(folder, "run");
  mkdirSync(runFolder, { recursive: true });
  mkdirSync(logs, { recursive: true });
  writeRecord(runFolder, "launcher", { pid: process.pid, born: bornAt(process.pid) });
  return {
    folder,
    runFolder,
    async close() {
      await endRecorded(runFolder);
      discard(folder);
    },
  };
}

/**
 * A day in Rome, as configuration has it: 2027-03-28.
 *
 * @param {number} days
 */
function dayFromNow(days) {
  const at = Date.now() + days * 86_400_000;
  return new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Rome" }).format(at);
}

/**
 * The environment without anything a person configured: tests know their own.
 *
 * @returns {import("../process/processes.mjs").Environment}
 */
export function cleanEnvironment() {
  const unset = Object.fromEntries(knownVariables().map((name) => [name, ""]));
  return { ...process.env, ...unset };
}

/**
 * A throw-away PostgreSQL server; `adminUrl` may create databases on it, and `again` restarts it
 * on the same port with the same data, once it has been stopped.
 *
 * @param {TestRun} run
 * @param {string | null} name
 */
export async function startTestPostgres({ folder, runFolder }, name) {
  const settings = {
    runFolder,
    directory: join(folder, "postgres"),
    port: await anyPort(),
    password: newSecret(),
    name,
    log: join(logs, "test-postgres.log"),
    throwAway: true,
  };
  return { ...(await startPostgres(settings)), again: () => startPostgres(settings) };
}

/**
 * What the browser tests need around the site: mailbox, migrated and seeded database `name`, files
 * folder, content, address. Returns { env, content, siteUrl, port, release };
 * the port is held until serveTestSite releases it. `variable` names the port of a site that stands
 * alone; one beside it takes any that is free.
 *
 * @param {TestRun} run
 * @param {{ url: string }} postgres
 */
export async function prepareTestSite({ folder, runFolder }, postgres, variable = "TEST_PORT") {
  const { port, release } = await holdPort(variable, SITE_PORT);
  const siteUrl = `http://localhost:${port}`;
  const smtpPort = await anyPort();
  const mailbox = await startMailbox({
    runFolder,
    folder: join(folder, "mail"),
    smtpPort,
    webPort: await anyPort(),
    log: join(logs, "test-mailbox.log"),
  });
  const standIns = `http://127.0.0.1:${await anyPort()}`;
  const thirdParties = `http://127.0.0.1:${await anyPort()}`;
  const env = {
    ...cleanEnvironment(),
    SITE_URL: siteUrl,
    // Tests simulate many visitors, each with its own address.
    TRUSTED_HOPS: "1",
    // The browser tests serve these themselves: tests/support/browser/third-parties.ts.
    THIRD_PARTIES_URL: thirdParties,
    TAG_MANAGER_ID: "GTM-TEST",
    TAG_MANAGER_URL: `${thirdParties}/gtm.js`,
    PIXEL_ID: "1234567890",
    PIXEL_URL: `${thirdParties}/fbevents.js`,
    // And these: tests/support/stand-ins.
    ...standInEnvironment(standIns),
    // Tests that need a site of another configuration start it beside this one.
    E2E_RUN_FOLDER: runFolder,
    DATABASE_URL: postgres.url,
    SMTP_URL: mailbox.smtpUrl,
    TOKEN_SECRET: newSecret(),
    PREVIEW_SECRET: newSecret(),
    REVALIDATE_SECRET: newSecret(),
    CONTENT_CREDENTIALS: `editor:${newSecret()}`,
    FILES_DIR: join(folder, "files"),
    MAILBOX_URL: mailbox.url,
    DEMO_FILE: join(folder, "demo.json"),
  };
  await runCommand("migrate", { runFolder, env, log: join(logs, "test-migrate.log") });
  // Another last day than the build assumes: its pages have to learn it from the database.
  const edition = { ...env, EDITION_CLOSES_ON: dayFromNow(LAST_DAY) };
  await seed({ runFolder, env: edition, log: join(logs, "test-seed.log") });
  // Tests write content as editors do: into a copy, which the site that is served reads.
  const content = join(folder, "content");
  cpSync(join(root, "content"), content, { recursive: true });
  return { env, content, siteUrl, port, release };
}

/**
 * Serves the build of the tests at the address prepareTestSite chose.
 *
 * @param {Pick<TestRun, "runFolder">} run
 * @param {Pick<TestSite, "env" | "content" | "port" | "release">} site
 */
export async function serveTestSite({ runFolder }, { env, content, port, release }) {
  await release();
  const site = await startSite({
    runFolder,
    folder: BUILD_FOLDER,
    env: { ...env, CONTENT_DIR: content },
    port,
    host: "127.0.0.1",
    log: join(logs, "test-site.log"),
    shows: false,
  });
  await upToDate(`http://localhost:${port}`);
  return site;
}
