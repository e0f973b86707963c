import { join } from "node:path";
import { logs } from "@/scripts/launcher/paths.mjs";
import { anyPort } from "@/scripts/launcher/ports.mjs";
import { startSite } from "@/scripts/launcher/site.mjs";
import { BUILD_FOLDER } from "@/scripts/launcher/test-stack.mjs";

/** Whether this run may start another site: not where the tests look at a site that was there before. */
export const mayServeBeside = Boolean(process.env.E2E_RUN_FOLDER);

/**
 * Serves the build under test a second time, beside the site of all tests and over the same database, with
 * another configuration. Returns its address and what ends it; it ends with the test's process at last.
 *
 * @param name of its process, one per site
 */
export async function serveBeside(name: string, env: Record<string, string>) {
  const port = await anyPort();
  const { stop } = await startSite({
    name: `${name}-${port}`,
    // Not the run's own: what is recorded there ends with the process that started any of it.
    runFolder: join(process.env.E2E_RUN_FOLDER ?? "", `beside-${process.pid}`),
    folder: BUILD_FOLDER,
    env: { ...process.env, ...env },
    port,
    host: "127.0.0.1",
    log: join(logs, `test-${name}.log`),
    shows: false,
  });
  return { url: `http://localhost:${port}`, stop };
}
