// `npm run bench [-- --lighthouse-runs=5]`: prints the numbers of the budgets. Nothing fails here:
// times depend on the machine, so they are read and compared by a person.
import { join } from "node:path";
import { buildIfStale } from "./launcher/build.mjs";
import { ensureChromium } from "./launcher/chromium.mjs";
import { prepare } from "./launcher/install.mjs";
import { live } from "./launcher/lifecycle.mjs";
import { lighthouse, pagesPerSecond, publicPaths, scriptBytes } from "./launcher/measures.mjs";
import { logs } from "./launcher/paths.mjs";
import { say, seconds, table } from "./launcher/report.mjs";
import {
  BUILD_FOLDER,
  openTestRun,
  prepareTestSite,
  serveTestSite,
  startTestPostgres,
} from "./launcher/test-stack.mjs";

const SCRIPT_BUDGET_KB = 148;
const runs = Number(/--lighthouse-runs=(\d+)/.exec(process.argv.join(" "))?.[1] ?? 1);
let run;

const kB = (bytes) => (bytes / 1000).toFixed(1);

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

async function measureScripts(siteUrl, paths) {
  const rows = [];
  for (const path of paths) rows.push([path, await scriptBytes(siteUrl + path)]);
  rows.sort((a, b) => b[1] - a[1]);
  const over = rows.filter(([, bytes]) => bytes > SCRIPT_BUDGET_KB * 1000).length;
  console.log(
    `\nJavaScript of ${rows.length} public pages (brotli, budget ${SCRIPT_BUDGET_KB} kB): ${over} over it; the largest:`,
  );
  console.log(table(rows.slice(0, 10).map(([path, bytes]) => [path, `${kB(bytes)} kB`])));
}

async function measureLighthouse(siteUrl, paths, chromium) {
  const rows = [];
  for (const path of paths) {
    const scores = [];
    for (let index = 0; index < runs; index++) {
      const told = await lighthouse(siteUrl + path, chromium);
      if (!told) {
        console.log("\nLighthouse was not measured: npx could not bring or run it here.");
        return;
      }
      scores.push(told);
    }
    rows.push([
      path,
      ...[0, 1, 2, 3].map((index) => String(median(scores.map((each) => each[index])))),
    ]);
  }
  console.log(`\nLighthouse, mobile, median of ${runs}`);
  console.log(table([["page", "performance", "accessibility", "best practices", "SEO"], ...rows]));
}

async function main() {
  run = await openTestRun();
  const chromium = await ensureChromium(run.runFolder);
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
  await serveTestSite(run, site);
  console.log(
    `\nDatabase, mailbox and demo from nothing ${prepared} s, site answering ${seconds(served)} s`,
  );
  const paths = await publicPaths(site.siteUrl);
  await measureScripts(site.siteUrl, paths);
  console.log("\nPages per second (16 connections, one process)");
  for (const path of ["/", "/en"]) {
    const { rate, failures } = await pagesPerSecond(site.siteUrl + path);
    console.log(`  ${path}: ${rate} (${failures} failures)`);
  }
  say("asking Lighthouse");
  await measureLighthouse(site.siteUrl, ["/", "/en"], chromium);
  return 0;
}

await prepare();
await live(main, async () => run?.close(), { interrupted: 130 });
