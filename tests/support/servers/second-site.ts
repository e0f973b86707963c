import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { logs, root } from "@/scripts/launcher/paths.mjs";
import { startSite } from "@/scripts/launcher/site.mjs";
import { anyPort } from "@/scripts/processes/ports.mjs";
import { BUILD_FOLDER } from "@/scripts/testing/test-stack.mjs";

/** True if this test run has built the site. Only a build can be served a second time. */
export const hasBuild = existsSync(join(root, BUILD_FOLDER, "BUILD_ID"));

/**
 * Serves the test run's build as a second site with another configuration and therefore a separate page cache. Returns
 * its address, a function that requests a path, and functions that restart and stop it.
 */
export async function startSecondSite(env: Record<string, string>) {
  const runFolder = mkdtempSync(join(tmpdir(), "slancio-second-"));
  const port = await anyPort();
  const url = `http://localhost:${port}`;
  const start = () =>
    startSite({
      runFolder,
      folder: BUILD_FOLDER,
      env: { ...process.env, SITE_URL: url, ...env },
      port,
      host: "127.0.0.1",
      log: join(logs, `test-second-site-${port}.log`),
      shows: false,
    });
  let site = await start();
  return {
    url,
    /** Requests a path without a session. Returns the response and its duration in ms. */
    async get(path: string, headers: Record<string, string> = {}) {
      const began = Date.now();
      // Follow redirects of client navigation, because Next redirects its requests to an address with a suffix.
      const redirect = headers.RSC ? "follow" : "manual";
      const answer = await fetch(url + path, { headers, redirect });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, text, ms: Date.now() - began };
    },
    /** Restarts the site, with changed variables if given. */
    async again(changed: Record<string, string> = {}) {
      await site.stop();
      Object.assign(env, changed);
      site = await start();
    },
    async stop() {
      await site.stop();
      rmSync(runFolder, { recursive: true, force: true });
    },
  };
}
