import { join } from "node:path";
import { logs } from "@/scripts/launcher/paths.mjs";
import { startSite } from "@/scripts/launcher/site.mjs";
import { anyPort } from "@/scripts/processes/ports.mjs";
import { BUILD_FOLDER } from "@/scripts/testing/test-stack.mjs";

/** True if this test run can start another site. False if the tests use a site that was already running. */
export const mayServeBeside = Boolean(process.env.E2E_RUN_FOLDER);

/**
 * Serves the build under test as a second site, with another configuration and the same database. Returns its address
 * and a function that stops the site. If no test stops the site, it stops when the test's process ends.
 *
 * @param name a unique name of the site's process
 */
export async function serveBeside(name: string, env: Record<string, string>) {
  const port = await anyPort();
  const { stop } = await startSite({
    name: `${name}-${port}`,
    // Use a separate run folder. When the test's process ends, the cleanup process (reaper) stops all processes in the
    // run folder. It must not stop the processes that the whole test run shares.
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
