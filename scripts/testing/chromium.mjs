// @ts-check
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { logs } from "../launcher/paths.mjs";
import { LauncherError, say } from "../launcher/report.mjs";
import { runChild } from "../processes/processes.mjs";

/** The Chromium program without a window. Browser tests take a third less processor time with this program. */
const SHELL = "chromium-headless-shell";
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * Returns the path of the first named program that is in PATH and can run. Returns null if there is none.
 *
 * @param {readonly string[]} names
 */
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
 * Returns the path of a browser if the program runs. A program in PATH can be a placeholder that only explains how to
 * install the browser.
 *
 * @param {string | null} path
 */
function answers(path) {
  return path && spawnSync(path, ["--version", "--no-sandbox"], { timeout: 20_000 }).status === 0;
}

/**
 * Returns the browser in CHROMIUM_PATH, the system's browser, or the browser that Playwright downloaded. Null without a
 * browser.
 *
 * @param {boolean} whole true for full Chromium, to measure what visitors experience
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
 * Returns the path of a browser. If the preferred browser is missing and this process runs as root, installs its Debian
 * package. Throws a LauncherError if there is no browser.
 *
 * @param {string} runFolder
 * @param {boolean} whole
 */
export async function ensureChromium(runFolder, whole = false) {
  const found = await findChromium(whole);
  const isWanted = whole || process.env.CHROMIUM_PATH || found?.endsWith(SHELL);
  if (found && isWanted) return found;
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
  if (found) return found;
  throw new LauncherError(
    "No Chromium was found: install chromium or google-chrome, run `npx playwright install chromium`, or name one with CHROMIUM_PATH.",
  );
}
