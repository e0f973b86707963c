// `npm test` proves the product: it installs, prepares and tests everything, and its last line says
// how many tests passed and failed. See docs/decisions/0002.
import { ensureChromium } from "./launcher/chromium.mjs";
import { prepare } from "./launcher/install.mjs";
import { live } from "./launcher/lifecycle.mjs";
import { complain, say, seconds } from "./launcher/report.mjs";
import { check, endToEnd, unit } from "./launcher/stages.mjs";
import { openTestRun, startTestPostgres } from "./launcher/test-stack.mjs";

const total = { passed: 0, failed: 0, failures: [], unsteady: [] };
let run;

/** Runs a stage and adds its counts; a stage that breaks is one failure, and the next ones still run. */
async function stage(name, action) {
  const began = Date.now();
  console.log(`\n=== ${name}, begun ${new Date().toISOString()}`);
  let counts;
  try {
    counts = await action();
  } catch (error) {
    complain(error);
    counts = { passed: 0, failed: 1, failures: [`${name}: it broke off`] };
  }
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.failures.push(...(counts.failures ?? []));
  total.unsteady.push(...(counts.unsteady ?? []));
  console.log(
    `=== ${name}, ended ${new Date().toISOString()} after ${seconds(began)} s: ${counts.passed} passed, ${counts.failed} failed`,
  );
}

/** A log may be cut anywhere but at its end: what went wrong is said there once more. */
function list(heading, lines) {
  if (lines.length === 0) return;
  console.log(`\n${heading}:`);
  for (const line of lines) console.log(`  ${line}`);
}

async function main() {
  run = await openTestRun();
  let postgres;
  let chromium;
  await stage("set-up", async () => {
    postgres = await startTestPostgres(run, "slancio_e2e");
    say("PostgreSQL of the tests is up");
    chromium = await ensureChromium(run.runFolder);
    say(`the browser is ${chromium}`);
    return { passed: 1, failed: 0 };
  });
  await stage("check", () => check(run.runFolder));
  if (postgres) await stage("unit and back-end tests", () => unit(run, postgres));
  if (postgres && chromium) {
    await stage("built product in the browser", () => endToEnd(run, { chromium, postgres }));
  }
  return total.failed === 0 ? 0 : 1;
}

await prepare();
let complete = false;
await live(
  async () => {
    const code = await main();
    complete = true;
    return code;
  },
  async () => {
    await run?.close();
    if (!complete) return;
    list("Failed", total.failures);
    list(
      "Passed at the second try only, so either the test or the product is unsteady",
      total.unsteady,
    );
    console.log(`\n${total.passed} passed, ${total.failed} failed`);
  },
  { interrupted: 130 },
);
