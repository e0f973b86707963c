// @ts-check
// Runs the product (`npm start`), or runs it with hot reload (`npm run dev`). See docs/decisions/0002.
import { join } from "node:path";
import { buildIfStale } from "./launcher/build.mjs";
import { makeRoom } from "./launcher/disk-space.mjs";
import { loadDotEnv, writeEnvironment } from "./launcher/environment.mjs";
import { prepare } from "./launcher/install.mjs";
import { data, logs, run } from "./launcher/paths.mjs";
import { complain, LauncherError, say } from "./launcher/report.mjs";
import { rotateLogs } from "./launcher/rotate.mjs";
import { startSite, upToDate } from "./launcher/site.mjs";
import { requireConfiguration, startStack } from "./launcher/stack.mjs";
import { welcome } from "./launcher/welcome.mjs";
import { keepUp } from "./processes/keep-up.mjs";
import { forever, live } from "./processes/lifecycle.mjs";
import { fixedPort } from "./processes/ports.mjs";
import {
  bornAt,
  dropRecord,
  endRecorded,
  readRecord,
  writeRecord,
} from "./processes/processes.mjs";

const dev = process.argv.includes("--dev");
let claimed = false;
let stopping = false;

/**
 * Allows one run of `npm start` per clone, because two runs would write to the same data and build. Stops processes
 * that a killed run left running.
 *
 * @param {string} address
 */
async function claim(address) {
  const other = readRecord(run, "launcher");
  if (other) {
    throw new LauncherError(
      `This clone is already running at ${other.address} (process ${other.pid}): stop that one first.`,
    );
  }
  const { FILES_DIR, UPLOADS_DIR } = process.env;
  makeRoom({ data, logs, filesDir: FILES_DIR || join(data, "files"), uploadsDir: UPLOADS_DIR });
  claimed = true;
  writeRecord(run, "launcher", { pid: process.pid, born: bornAt(process.pid), address });
  const orphans = await endRecorded(run);
  if (orphans.length > 0) say(`stopped processes left by a killed run: ${orphans.join(", ")}`);
}

/**
 * Starts the whole product, which then runs until a signal or an error ends it.
 *
 * @param {(code: number) => Promise<void>} end
 * @returns {Promise<typeof forever>}
 */
async function main(end) {
  const host = process.env.HOST || "127.0.0.1";
  const asked = process.env.PORT || "3000";
  const address = `http://localhost:${asked}`;
  const orphan = readRecord(run, "site");
  if (!orphan) await fixedPort("PORT", 3000, host);
  await claim(address);
  const port = await fixedPort("PORT", 3000, host);
  const local = `http://localhost:${port}`;
  const siteUrl = (process.env.SITE_URL || local).replace(/\/+$/, "");
  await requireConfiguration({ ...process.env, SITE_URL: siteUrl });
  const folder = process.env.NEXT_DIST_DIR || ".next";
  // Build while PostgreSQL starts and the demo data is written, because the build does not use the database.
  const building = { runFolder: run, folder, env: { ...process.env, SITE_URL: siteUrl } };
  const [{ env, computed, mailbox, demoFile, parts }] = await Promise.all([
    startStack({ siteUrl }),
    dev || buildIfStale(building),
  ]);
  writeEnvironment(computed);
  const serve = () =>
    startSite({ runFolder: run, folder, env, port, host, dev, log: join(logs, "site.log") });
  const site = await serve();
  if (!dev && !(await upToDate(local))) {
    say("pages rendered earlier may show old dates of the call for a few minutes");
  }
  say(dev ? "the development server answers" : "the site answers");
  console.log(welcome({ siteUrl, local, mailbox, demoFile }));
  /**
   * Reports that a part of the product stopped unexpectedly, and stops all other parts.
   *
   * @param {string} name
   */
  const giveUp = async (name) => {
    if (stopping) return;
    console.error(
      `The ${name} stopped unexpectedly (see .data/logs/${name}.log): stopping everything.`,
    );
    await end(1);
  };
  for (const [name, part] of Object.entries(parts)) part.exited.then(() => giveUp(name));
  const tell = (/** @type {string} */ text) => console.error(`The site ${text}.`);
  keepUp(site, { again: serve, stopping: () => stopping, tell, complain }).then(() =>
    giveUp("site"),
  );
  rotateLogs(logs);
  setInterval(rotateLogs, 60_000, logs).unref();
  return forever;
}

async function stop() {
  stopping = true;
  if (!claimed) return;
  const ended = await endRecorded(run);
  dropRecord(run, "launcher");
  if (ended.length > 0) say(`stopped: ${ended.join(", ")}`);
}

await prepare();
loadDotEnv();
await live(main, stop);
