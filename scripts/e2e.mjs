// @ts-check
// Runs `npm run e2e -- [--no-build] [--apart] [files and options of playwright]`: the browser tests only. With --apart,
// the back end is a separate process. Starts the required services, or tests the site in E2E_BASE_URL (`running`
// means this clone's `npm start`).

import { readEnvironment } from "./launcher/environment.mjs";
import { prepare } from "./launcher/install.mjs";
import { run as productRun } from "./launcher/paths.mjs";
import { LauncherError } from "./launcher/report.mjs";
import { live } from "./processes/lifecycle.mjs";
import { readRecord } from "./processes/processes.mjs";
import { ensureChromium } from "./testing/chromium.mjs";
import { endToEnd, looseReport, playwright } from "./testing/stages.mjs";
import { openTestRun } from "./testing/test-stack.mjs";

/** @type {import("./testing/test-stack.mjs").TestRun | undefined} */
let run;

/**
 * Returns the environment for browser tests of a site that is already running.
 *
 * @param {string} address
 */
function existingSite(address) {
  if (address !== "running") return { ...process.env, E2E_BASE_URL: address };
  const product = readRecord(productRun, "launcher");
  if (!product)
    throw new LauncherError(
      "npm start is not running in this clone: start it, or unset E2E_BASE_URL.",
    );
  return { ...process.env, ...readEnvironment(), E2E_BASE_URL: product.address };
}

async function main() {
  const args = process.argv.slice(2);
  const playwrightArgs = args.filter((argument) => !["--no-build", "--apart"].includes(argument));
  if (args.includes("--apart")) process.env.TEST_APART = "1";
  run = await openTestRun();
  const chromium = await ensureChromium(run.runFolder);
  const address = process.env.E2E_BASE_URL;
  const counts = address
    ? await playwright({
        runFolder: run.runFolder,
        env: { ...existingSite(address), CHROMIUM_PATH: chromium },
        args: playwrightArgs,
        report: looseReport,
      })
    : await endToEnd(run, {
        chromium,
        build: args.includes("--no-build") ? "never" : "stale",
        args: playwrightArgs,
      });
  return counts.failed === 0 ? 0 : 1;
}

await prepare();
await live(main, async () => run?.close(), { interrupted: 130 });
