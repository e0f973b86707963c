// `npm start` runs the product, `npm run dev` runs it with hot reload. See docs/decisions/0002.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildIfStale } from "./launcher/build.mjs";
import { loadDotEnv, writeEnvironment } from "./launcher/environment.mjs";
import { prepare } from "./launcher/install.mjs";
import { forever, live } from "./launcher/lifecycle.mjs";
import { logs, run } from "./launcher/paths.mjs";
import { fixedPort } from "./launcher/ports.mjs";
import { bornAt, dropRecord, endRecorded, readRecord, writeRecord } from "./launcher/processes.mjs";
import { say, Trouble, table } from "./launcher/report.mjs";
import { refreshDates, startSite } from "./launcher/site.mjs";
import { requireConfiguration, startStack } from "./launcher/stack.mjs";

const dev = process.argv.includes("--dev");
let claimed = false;
let stopping = false;

/** One run per clone: two would write the same data and the same build. Heals what a killed run left. */
async function claim(address) {
  const other = readRecord(run, "launcher");
  if (other) {
    throw new Trouble(
      `This clone is already running at ${other.address} (process ${other.pid}): stop that one first.`,
    );
  }
  claimed = true;
  writeRecord(run, "launcher", { pid: process.pid, born: bornAt(process.pid), address });
  const orphans = await endRecorded(run);
  if (orphans.length > 0) say(`ended what a killed run had left: ${orphans.join(", ")}`);
}

function readDemo(file) {
  if (!file || !existsSync(file)) return [];
  return JSON.parse(readFileSync(file, "utf8")).accounts ?? [];
}

function printWelcome({ siteUrl, local, mailbox, demoFile }) {
  const rows = [
    ["Site", local, `English: ${local}/en`],
    ["API", `${local}/wp-json`, `description: ${local}/wp-json/openapi.json`],
  ];
  if (siteUrl !== local) rows.push(["Public", siteUrl, ""]);
  if (mailbox) rows.push(["Mailbox", mailbox, "every mail the product sends"]);
  rows.push(["Logs", ".data/logs", ""]);
  console.log(`\n${table(rows)}\n`);
  const accounts = readDemo(demoFile);
  if (accounts.length > 0) {
    const list = accounts.map(({ role, email, password, has = "" }) => [
      role,
      email,
      password,
      has.replaceAll("_", " "),
    ]);
    console.log(`  Demo accounts\n${table([["role", "e-mail", "password", "has"], ...list])}\n`);
  }
  console.log("  Ctrl-C stops everything; the data stay.\n");
}

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
  const { env, computed, mailbox, demoFile, parts } = await startStack({ siteUrl });
  writeEnvironment(computed);
  const folder = process.env.NEXT_DIST_DIR || ".next";
  if (!dev) await buildIfStale({ runFolder: run, folder, env });
  const site = await startSite({
    runFolder: run,
    folder,
    env,
    port,
    host,
    dev,
    log: join(logs, "site.log"),
  });
  if (!dev && !(await refreshDates(local, env.REVALIDATE_SECRET))) {
    say("the pages finished before may say former dates of the call for some minutes");
  }
  say(dev ? "the development server answers" : "the site answers");
  printWelcome({ siteUrl, local, mailbox, demoFile });
  for (const [name, part] of Object.entries({ ...parts, site })) {
    part.exited.then(async () => {
      if (stopping) return;
      console.error(
        `The ${name} ended by itself (see .data/logs/${name}.log): stopping everything.`,
      );
      await end(1);
    });
  }
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
