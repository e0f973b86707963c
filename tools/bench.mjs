// @ts-check
// Runs `npm run bench [-- --only=pages,enumeration]`: prints the numbers of the budgets, part by part. No part fails,
// because times depend on the machine: a person reads and compares them. A part is a file in tools/bench/ with
// `measure({ site, prepared, chromium, run })`. The resources that parts share are created once, on first use.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { prepare } from "../scripts/launcher/install.mjs";
import { root } from "../scripts/launcher/paths.mjs";
import { LauncherError, say } from "../scripts/launcher/report.mjs";
import { live } from "../scripts/processes/lifecycle.mjs";
import { openTestRun } from "../scripts/testing/test-stack.mjs";
import { openBench } from "./bench/lib/open-bench.mjs";

const PARTS = readdirSync(join(root, "tools/bench"))
  .filter((file) => file.endsWith(".mjs"))
  .map((file) => file.replace(/\.mjs$/, ""))
  .sort();
/** @type {import("../scripts/testing/test-stack.mjs").TestRun | undefined} */
let run;

function chosenParts() {
  const only = /--only=(\S+)/.exec(process.argv.slice(2).join(" "))?.[1];
  if (!only) return PARTS;
  const names = only.split(",");
  const unknown = names.filter((name) => !PARTS.includes(name));
  if (unknown.length > 0) {
    throw new LauncherError(
      `There is no part "${unknown.join(", ")}" of the benchmark: ${PARTS.join(", ")}.`,
    );
  }
  return names;
}

async function main() {
  const names = chosenParts();
  const opened = await openTestRun();
  run = opened;
  const bench = openBench(opened);
  for (const name of names) {
    say(`measuring: ${name}`);
    const { measure } = await import(`./bench/${name}.mjs`);
    await measure(bench);
  }
  return 0;
}

await prepare();
await live(main, async () => run?.close(), { interrupted: 130 });
