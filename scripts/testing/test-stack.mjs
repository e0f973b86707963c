// @ts-check
// The services of a test run: a separate database, mailbox, and site in .data/test/{process id}, so that tests never
// affect a running `npm start` or each other.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { knownVariables } from "../launcher/environment.mjs";
import { startMailbox } from "../launcher/mailbox.mjs";
import { data, logs, root } from "../launcher/paths.mjs";
import { startPostgres } from "../launcher/postgres.mjs";
import { droppedFolder } from "../launcher/postgres-runner.mjs";
import { LauncherError, tail } from "../launcher/report.mjs";
import { newSecret } from "../launcher/secrets.mjs";
import { startSite, upToDate } from "../launcher/site.mjs";
import { runCommand, seed } from "../launcher/stack.mjs";
import { anyPort, holdPort } from "../processes/ports.mjs";
import {
  bornAt,
  endRecorded,
  pause,
  readRecord,
  startChild,
  writeRecord,
} from "../processes/processes.mjs";
import { standInEnvironment } from "./fake-keys.mjs";

/** @typedef {Awaited<ReturnType<typeof openTestRun>>} TestRun */
/** @typedef {Awaited<ReturnType<typeof startTestPostgres>>} TestPostgres */
/** @typedef {Awaited<ReturnType<typeof prepareTestSite>>} TestSite */

const all = join(data, "test");
export const BUILD_FOLDER = ".next-test";
const SITE_PORT = 3_900;
/**
 * Days from today until the test edition's call closes. The number differs from the 40 days that a build without a
 * database assumes, so that a page with the build's date fails the tests.
 */
const LAST_DAY = 43;

/**
 * Deletes the folder of a test run and the folder of its temporary database.
 *
 * @param {string} folder
 */
function discard(folder) {
  rmSync(folder, { recursive: true, force: true });
  rmSync(droppedFolder(join(folder, "postgres")), { recursive: true, force: true });
}

/** Stops the processes of test runs that were killed, and deletes the folders of these runs. */
async function sweep() {
  if (!existsSync(all)) return;
  for (const name of readdirSync(all)) {
    const folder = join(all, name);
    if (readRecord(join(folder, "run"), "launcher")) continue;
    await endRecorded(join(folder, "run"));
    discard(folder);
  }
}

/**
 * Creates an empty folder for a test run: { folder, runFolder, close }. `close` stops the run's processes and deletes
 * the folder.
 */
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
 * Returns a day in Rome, some days from today, in the configuration's format: 2027-03-28.
 *
 * @param {number} days
 */
function dayFromNow(days) {
  const at = Date.now() + days * 86_400_000;
  return new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Rome" }).format(at);
}

/**
 * Returns the environment without the user's configuration of the product, because tests set their own values.
 *
 * @returns {import("../processes/processes.mjs").Environment}
 */
export function cleanEnvironment() {
  const unset = Object.fromEntries(knownVariables().map((name) => [name, ""]));
  return { ...process.env, ...unset };
}

/**
 * Starts a temporary PostgreSQL server. `adminUrl` can create databases on this server. `again` restarts the stopped
 * server on its port with its data.
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
 * Prepares the environment of the browser tests' site: a mailbox, a migrated database with demo data, a file folder,
 * content, and a URL. Returns { env, content, siteUrl, port, release, backendPort }. The port is reserved until
 * serveTestSite releases it. `variable` names the environment variable that can set the port.
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
    // Trust the X-Forwarded-For header of one proxy, because tests simulate many visitors with different addresses.
    TRUSTED_HOPS: "1",
    // The browser tests serve the scripts of third parties themselves: tests/support/browser/third-parties.ts.
    THIRD_PARTIES_URL: thirdParties,
    TAG_MANAGER_ID: "GTM-TEST",
    TAG_MANAGER_URL: `${thirdParties}/gtm.js`,
    PIXEL_ID: "1234567890",
    PIXEL_URL: `${thirdParties}/fbevents.js`,
    // Measure every page view, so that the result of a test does not depend on chance.
    PAGE_FIGURES_SHARE: "1",
    LEARNING_BUSINESS_URL: "https://learning.slancio.example/impresa",
    LEARNING_IMPACT_URL: "https://learning.slancio.example/impatto",
    SOCIAL_LINKEDIN_URL: "https://social.slancio.example/linkedin",
    SOCIAL_INSTAGRAM_URL: "https://social.slancio.example/instagram",
    SOCIAL_YOUTUBE_URL: "https://social.slancio.example/youtube",
    // The fake services in tests/support/fakes replace these external services.
    ...standInEnvironment(standIns),
    // Tests that start a second site with another configuration use this folder.
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
  // The call in the tests ends on another day than the build assumes, so that the site's pages must read this day from
  // the database.
  const edition = { ...env, EDITION_CLOSES_ON: dayFromNow(LAST_DAY) };
  await seed({ runFolder, env: edition, log: join(logs, "test-seed.log") });
  // Give the site a copy of the content, because tests change content as editors do.
  const content = join(folder, "content");
  cpSync(join(root, "content"), content, { recursive: true });
  const backendPort = process.env.TEST_APART === "1" ? await anyPort() : null;
  return { env, content, siteUrl, port, release, backendPort };
}

/** Variables that only the back end needs. A site with a separate back end runs without them. */
const BACKEND_ONLY = ["DATABASE_URL", "SMTP_URL", "TOKEN_SECRET", "FILES_DIR"];

/**
 * Starts the back end as a separate process, unless it already runs, and waits until it answers. Returns the
 * environment for the site, and the process if it is new.
 *
 * @param {string} runFolder
 * @param {import("../processes/processes.mjs").Environment} env
 * @param {number} port
 */
async function serveBackend(runFolder, env, port) {
  const log = join(logs, "test-backend.log");
  const url = `http://127.0.0.1:${port}`;
  const shared = { BACKEND_SECRET: String(env.PREVIEW_SECRET), METRICS_TOKEN: env.METRICS_TOKEN };
  const answers = () =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  let backend;
  if (!(await answers())) {
    backend = startChild(
      runFolder,
      "backend",
      process.execPath,
      ["--import", "tsx", "backend/serve.ts"],
      {
        cwd: root,
        log,
        env: { ...env, ...shared, BACKEND_PORT: String(port), NEXT_DIST_DIR: BUILD_FOLDER },
      },
    );
    for (const until = Date.now() + 60_000; !(await answers()); await pause(60))
      if (Date.now() > until) throw new LauncherError(`${tail(log)}\nThe back end did not start.`);
  }
  const without = Object.fromEntries(BACKEND_ONLY.map((name) => [name, ""]));
  return { backend, env: { ...env, ...shared, ...without, WP_API_URL: url } };
}

/**
 * Serves the test build at the URL that prepareTestSite chose. With TEST_APART=1, the back end runs as a separate
 * process.
 *
 * @param {Pick<TestRun, "runFolder">} run
 * @param {Pick<TestSite, "env" | "content" | "port" | "release" | "backendPort">} site
 */
export async function serveTestSite({ runFolder }, { env, content, port, release, backendPort }) {
  await release();
  const whole = { ...env, CONTENT_DIR: content };
  const { backend, env: own } = backendPort
    ? await serveBackend(runFolder, whole, backendPort)
    : { backend: undefined, env: whole };
  const site = await startSite({
    runFolder,
    folder: BUILD_FOLDER,
    env: own,
    port,
    host: "127.0.0.1",
    log: join(logs, "test-site.log"),
    shows: false,
  });
  await upToDate(`http://localhost:${port}`);
  return { ...site, backend };
}
