// @ts-check
// Prepares the resources of benchmarks and reliability tests. Each resource is created once, on its first use.
import { join } from "node:path";
import { buildIfStale } from "../../../scripts/launcher/build.mjs";
import { logs } from "../../../scripts/launcher/paths.mjs";
import { seconds } from "../../../scripts/launcher/report.mjs";
import { ensureChromium } from "../../../scripts/testing/chromium.mjs";
import {
  BUILD_FOLDER,
  prepareTestSite,
  serveTestSite,
  startTestPostgres,
} from "../../../scripts/testing/test-stack.mjs";
import { startBareNext } from "./bare-next.mjs";

/**
 * Builds the product and prepares a database, a mailbox, and demo data for the benchmark. Does not start the site.
 *
 * @param {import("../../../scripts/testing/test-stack.mjs").TestRun} run
 * @param {import("../../../scripts/testing/test-stack.mjs").TestPostgres} postgres
 */
async function prepareSite(run, postgres) {
  const began = Date.now();
  const site = await prepareTestSite(run, postgres);
  console.log(`Database, mailbox and demo from nothing ${seconds(began)} s`);
  await buildIfStale({
    runFolder: run.runFolder,
    folder: BUILD_FOLDER,
    env: site.env,
    log: join(logs, "test-build.log"),
  });
  return site;
}

/**
 * Starts the site for a benchmark and waits until it answers.
 *
 * @param {import("../../../scripts/testing/test-stack.mjs").TestRun} run
 * @param {import("../../../scripts/testing/test-stack.mjs").TestSite} site
 */
async function openSite(run, site) {
  const began = Date.now();
  const { pid } = await serveTestSite(run, site);
  if (pid === undefined) throw new Error("the site has no process");
  console.log(`Site answering ${seconds(began)} s`);
  return { ...site, pid };
}

/**
 * Returns a function that calls `make` only at its first call, and returns the same result at every later call.
 *
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

/**
 * Returns the resources that benchmarks share. Each resource is created when a benchmark first uses it.
 *
 * @param {import("../../../scripts/testing/test-stack.mjs").TestRun} run
 */
export function openBench(run) {
  const postgres = once(() => startTestPostgres(run, "slancio_bench"));
  const prepared = once(async () => prepareSite(run, await postgres()));
  return {
    postgres,
    prepared,
    site: once(async () => openSite(run, await prepared())),
    bare: once(() => startBareNext(run)),
    chromium: once(() => ensureChromium(run.runFolder, true)),
    run: () => run,
  };
}
