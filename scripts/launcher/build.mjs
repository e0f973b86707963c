// @ts-check
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runChild } from "../processes/processes.mjs";
import { logs, root, shown } from "./paths.mjs";
import { LauncherError, say, seconds, tail, whileWaiting } from "./report.mjs";

/** @typedef {import("../processes/processes.mjs").Environment} Environment */

const NEVER_BUILT = new Set([
  "node_modules",
  "docs",
  "reports",
  "tests",
  "scripts",
  // A changed content text needs no new build, because the site's start renders pages with changed texts again
  // (lib/page-cache/own-pages.ts).
  "content",
  "wordpress",
  "shared",
  "test-results",
  "playwright-report",
]);
export const next = join(root, "node_modules/next/dist/bin/next");

/**
 * Yields the paths of all files that a build depends on.
 *
 * @param {string} folder
 * @returns {Generator<string>}
 */
export function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (
      entry.name.startsWith(".") ||
      /\.(test\.tsx?|d\.json\.ts|md|tsbuildinfo)$/.test(entry.name)
    ) {
      continue;
    }
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!(folder === root && NEVER_BUILT.has(entry.name))) yield* sources(path);
    } else if (entry.isFile()) yield path;
  }
}

/**
 * Returns one hash over all inputs of a build: the sources and the lockfile. Variables are not included, because a
 * build serves any site. Pages prerendered with other variables are rendered again (docs/decisions/0036).
 */
function fingerprint() {
  const hash = createHash("sha256");
  for (const path of [...sources(root)].sort()) {
    if (path.endsWith("next-env.d.ts")) continue;
    hash.update(path.slice(root.length)).update("\0").update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}

/** The log lines that mark the later steps of `next build`, last step first. */
const STEPS = [
  ["Generating static pages", "rendering the public pages (step 3 of 3)"],
  ["Collecting page data", "collecting page data (step 2 of 3)"],
];

/**
 * Returns the progress of a running build, read from the build's log.
 *
 * @param {string} log
 */
export function buildStep(log) {
  const text = tail(log, 200);
  const [, step] = STEPS.find(([begins = ""]) => text.includes(begins)) ?? [];
  return `still building: ${step ?? "compiling (step 1 of 3)"}`;
}

/**
 * Builds the site into a folder of the clone, unless the build in the folder has the same sources. Returns true if it
 * built. On failure, throws a LauncherError with the end of the log.
 *
 * @param {{ runFolder: string, folder: string, env: Environment, log?: string, always?: boolean }} options
 */
export async function buildIfStale({
  runFolder,
  folder,
  env,
  log = join(logs, "build.log"),
  always = false,
}) {
  const stamp = join(root, folder, "built-from");
  const wanted = fingerprint();
  if (!always && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return false;
  const began = Date.now();
  say("building the site (next build)");
  rmSync(log, { force: true });
  rmSync(stamp, { force: true });
  const built = runChild(runFolder, "build", process.execPath, [next, "build"], {
    cwd: root,
    log,
    env: { ...env, NODE_ENV: "production", NEXT_DIST_DIR: folder, NEXT_TELEMETRY_DISABLED: "1" },
  });
  const worked = await whileWaiting(built, () => buildStep(log));
  if (!worked)
    throw new LauncherError(
      `${tail(log, 40)}\nnext build failed; the whole output is in ${shown(log)}.`,
    );
  writeFileSync(stamp, wanted);
  say(`built in ${seconds(began)} s`);
  return true;
}
