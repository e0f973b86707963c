import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { anyPort } from "@/scripts/process/ports.mjs";
import { logs, root } from "@/scripts/run/paths.mjs";
import { startSite } from "@/scripts/run/site.mjs";
import { BUILD_FOLDER } from "@/scripts/test/test-stack.mjs";

const FOLDER = ".next-second";
const NOT_NEEDED = ["cache", "trace", "types", "diagnostics", "dev"];

/** Whether this run built the site itself: only then can it be served a second time. */
export const hasBuild = existsSync(join(root, BUILD_FOLDER, "BUILD_ID"));

/**
 * The site of this run once more, with another configuration, from a copy of its build: pages it makes
 * anew must not end up in the first one's. Returns its address, a way to read it, and how to stop it.
 */
export async function startSecondSite(env: Record<string, string>) {
  const folder = join(root, FOLDER);
  rmSync(folder, { recursive: true, force: true });
  const from = join(root, BUILD_FOLDER);
  const skipped = NOT_NEEDED.map((name) => join(from, name));
  cpSync(from, folder, { recursive: true, filter: (path) => !skipped.includes(path) });
  const runFolder = mkdtempSync(join(tmpdir(), "slancio-second-"));
  const port = await anyPort();
  const url = `http://localhost:${port}`;
  const site = await startSite({
    runFolder,
    folder: FOLDER,
    env: { ...process.env, SITE_URL: url, ...env },
    port,
    host: "127.0.0.1",
    log: join(logs, "test-second-site.log"),
    shows: false,
  });
  return {
    url,
    /** What everybody gets at one of its addresses, and after how many ms. */
    async get(path: string, headers: Record<string, string> = {}) {
      const began = Date.now();
      // What client navigation reads is at an address that says so.
      const redirect = headers.RSC ? "follow" : "manual";
      const answer = await fetch(url + path, { headers, redirect });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, text, ms: Date.now() - began };
    },
    async stop() {
      await site.stop();
      rmSync(folder, { recursive: true, force: true });
      rmSync(runFolder, { recursive: true, force: true });
    },
  };
}
