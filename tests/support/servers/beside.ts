import { join } from "node:path";
import { anyPort } from "@/scripts/process/ports.mjs";
import { logs } from "@/scripts/run/paths.mjs";
import { startSite } from "@/scripts/run/site.mjs";
import { BUILD_FOLDER } from "@/scripts/test/test-stack.mjs";

/** Whether this run may start another site: not when the tests look at an already running one. */
export const mayServeBeside = Boolean(process.env.E2E_RUN_FOLDER);

/**
 * Serves the build under test a second time, beside the site of all tests and over the same database, with
 * another configuration. Returns its address and what ends it; at the latest it ends with the test's process.
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
