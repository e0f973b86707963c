import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { logs, root } from "@/scripts/launcher/paths.mjs";
import { anyPort } from "@/scripts/launcher/ports.mjs";
import { startSite } from "@/scripts/launcher/site.mjs";
import { BUILD_FOLDER } from "@/scripts/launcher/test-stack.mjs";

const FOLDER = ".next-second";
const NOT_NEEDED = ["cache", "trace", "types", "diagnostics", "dev"];

/** Whether this run built the site itself: only then can it be served a second time. */
export const hasBuild = existsSync(join(root, BUILD_FOLDER, "BUILD_ID"));

/**
 * The site of this run once more, with another configuration, from a copy of its build: pages it makes
 * anew must not end in the first one's. Returns its address and how to stop it.
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
    async stop() {
      await site.stop();
      rmSync(folder, { recursive: true, force: true });
      rmSync(runFolder, { recursive: true, force: true });
    },
  };
}
