import { join } from "node:path";
import { logs } from "@/scripts/launcher/paths.mjs";
import { startSite } from "@/scripts/launcher/site.mjs";
import { anyPort } from "@/scripts/processes/ports.mjs";
import { BUILD_FOLDER } from "@/scripts/testing/test-stack.mjs";

/** Whether this run can start another site. It cannot if the tests use an already running site. */
export const mayServeBeside = Boolean(process.env.E2E_RUN_FOLDER);

/**
 * Serves the build under test a second time with another configuration and the same database. Returns its address and how
 * to stop it. It ends at the latest with the test's process.
 *
 * @param name a unique name of its process
 */
export async function serveBeside(name: string, env: Record<string, string>) {
  const port = await anyPort();
  const { stop } = await startSite({
    name: `${name}-${port}`,
    // Use a separate run folder: when one of the run's processes ends, a reaper ends all processes in its folder.
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
