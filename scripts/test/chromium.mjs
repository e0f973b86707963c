// @ts-check
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runChild } from "../process/processes.mjs";
import { logs } from "../run/paths.mjs";
import { say, Trouble } from "../run/report.mjs";

/** Chromium without a window to keep: tests take a third less of the processor in it. */
const SHELL = "chromium-headless-shell";
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** @param {readonly string[]} names */
function inPath(names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {}
    }
  }
  return null;
}

/**
 * A name in PATH may be a stub that only says how to install the browser: it has to answer.
 *
 * @param {string | null} path
 */
function answers(path) {
  return path && spawnSync(path, ["--version", "--no-sandbox"], { timeout: 20_000 }).status === 0;
}

/**
 * The browser named by CHROMIUM_PATH, the system's, or the one Playwright has downloaded; otherwise null.
 *
 * @param {boolean} whole what visitors have, to measure what they meet
 */
async function findChromium(whole) {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const system = inPath(whole ? NAMES : [SHELL, ...NAMES]);
  if (answers(system)) return system;
  const { chromium } = await import("playwright");
  const downloaded = chromium.executablePath();
  return downloaded && existsSync(downloaded) ? downloaded : null;
}

/**
 * As findChromium, but installs the Debian package when root may; without any browser a Trouble.
 *
 * @param {string} runFolder
 * @param {boolean} whole
 */
export async function ensureChromium(runFolder, whole = false) {
  const found = await findChromium(whole);
  if (found) return found;
  if (process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0) {
    say("installing Chromium (apt-get)");
    const log = join(logs, "chromium.log");
    const options = { log, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    await runChild(runFolder, "apt-update", "apt-get", ["update"], options);
    await runChild(
      runFolder,
      "apt-install",
      "apt-get",
      ["install", "-y", "--no-install-recommends", whole ? "chromium" : SHELL],
      options,
    );
    const installed = await findChromium(whole);
    if (installed) return installed;
  }
  throw new Trouble(
    "No Chromium was found: install chromium or google-chrome, run `npx playwright install chromium`, or name one with CHROMIUM_PATH.",
  );
}
