import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { logs, root } from "@/scripts/launcher/paths.mjs";
import { startSite } from "@/scripts/launcher/site.mjs";
import { anyPort } from "@/scripts/processes/ports.mjs";
import { BUILD_FOLDER } from "@/scripts/testing/test-stack.mjs";

/** Whether this run built the site. Only then can it be served a second time. */
export const hasBuild = existsSync(join(root, BUILD_FOLDER, "BUILD_ID"));

/**
 * Serves the build of this run again with another configuration, and so with a separate page cache. Returns its address,
 * a function that reads it, and functions that restart and stop it.
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
    /** Reads an address without a session and returns the answer with its duration in ms. */
    async get(path: string, headers: Record<string, string> = {}) {
      const began = Date.now();
      // For client navigation Next redirects to an address with a suffix.
      const redirect = headers.RSC ? "follow" : "manual";
      const answer = await fetch(url + path, { headers, redirect });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, text, ms: Date.now() - began };
    },
    async again() {
      await site.stop();
      site = await start();
    },
    async stop() {
      await site.stop();
      rmSync(runFolder, { recursive: true, force: true });
    },
  };
}
