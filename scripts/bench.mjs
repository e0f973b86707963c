// @ts-check
// `npm run bench [-- --only=pages,enumeration]`: prints the numbers of the budgets, part by part.
// Nothing fails here: times depend on the machine, so they are read and compared by a person.
// A part is a file in scripts/bench/ with `measure({ site, chromium, run })`; what it asks for is made once.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { live } from "./process/lifecycle.mjs";
import { buildIfStale } from "./run/build.mjs";
import { prepare } from "./run/install.mjs";
import { logs, root } from "./run/paths.mjs";
import { say, seconds, Trouble } from "./run/report.mjs";
import { ensureChromium } from "./test/chromium.mjs";
import {
  BUILD_FOLDER,
  openTestRun,
  prepareTestSite,
  serveTestSite,
  startTestPostgres,
} from "./test/test-stack.mjs";

const PARTS = readdirSync(join(root, "scripts/bench"))
  .filter((file) => file.endsWith(".mjs"))
  .map((file) => file.replace(/\.mjs$/, ""))
  .sort();
/** @type {import("./test/test-stack.mjs").TestRun | undefined} */
let run;

function chosenParts() {
  const only = /--only=(\S+)/.exec(process.argv.slice(2).join(" "))?.[1];
  if (!only) return PARTS;
  const names = only.split(",");
  const unknown = names.filter((name) => !PARTS.includes(name));
  if (unknown.length > 0) {
    throw new Trouble(
      `There is no part "${unknown.join(", ")}" of the benchmark: ${PARTS.join(", ")}.`,
    );
  }
  return names;
}

/**
 * The built product with a database, a mailbox and a demo of its own.
 *
 * @param {import("./test/test-stack.mjs").TestRun} run
 */
async function openSite(run) {
  const began = Date.now();
  const postgres = await startTestPostgres(run, "slancio_bench");
  const site = await prepareTestSite(run, postgres);
  const prepared = seconds(began);
  await buildIfStale({
    runFolder: run.runFolder,
    folder: BUILD_FOLDER,
    env: site.env,
    log: join(logs, "test-build.log"),
  });
  const served = Date.now();
  const { pid } = await serveTestSite(run, site);
  if (pid === undefined) throw new Error("the site has no process");
  console.log(
    `Database, mailbox and demo from nothing ${prepared} s, site answering ${seconds(served)} s`,
  );
  return { ...site, pid };
}

/**
 * @template Made
 * @param {() => Made} make
 */
function once(make) {
  /** @type {Made | undefined} */
  let made;
  return () => {
    made ??= make();
    return made;
  };
}

async function main() {
  const names = chosenParts();
  const opened = await openTestRun();
  run = opened;
  /** @type {import("./bench/lib/measures.mjs").Bench} */
  const bench = {
    site: once(() => openSite(opened)),
    chromium: once(() => ensureChromium(opened.runFolder)),
    run: () => opened,
  };
  for (const name of names) {
    say(`measuring: ${name}`);
    const { measure } = await import(`./bench/${name}.mjs`);
    await measure(bench);
  }
  return 0;
}

await prepare();
await live(main, async () => run?.close(), { interrupted: 130 });
