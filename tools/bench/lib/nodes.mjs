// @ts-check
// Starts instances of the built product with one database and one file folder. Each instance has its own page cache,
// as on separate machines.
import { join } from "node:path";
import { logs } from "../../../scripts/launcher/paths.mjs";
import { startSite, upToDate } from "../../../scripts/launcher/site.mjs";
import { anyPort } from "../../../scripts/processes/ports.mjs";
import { BUILD_FOLDER } from "../../../scripts/testing/test-stack.mjs";

/** @typedef {Awaited<ReturnType<typeof startNode>>} Node */

/**
 * Seconds during which an instance still responds after a stop signal. This time must exceed 5 seconds, the interval at
 * which nginx checks whether an instance still accepts requests.
 */
const DRAIN_SECONDS = "6";

/**
 * Starts one of two instances on its own port. The instance keeps the port after a restart.
 *
 * @param {Pick<import("../../../scripts/testing/test-stack.mjs").TestSite, "env" | "content">} site
 * @param {string} name
 */
export async function startNode({ env, content }, name) {
  const port = await anyPort();
  const url = `http://localhost:${port}`;
  /** @type {Awaited<ReturnType<typeof startSite>>} */
  let child;
  async function start() {
    child = await startSite({
      runFolder: env.E2E_RUN_FOLDER,
      folder: BUILD_FOLDER,
      env: { ...env, NODES: "2", DRAIN_SECONDS, CONTENT_DIR: content },
      port,
      host: "127.0.0.1",
      log: join(logs, `bench-${name}.log`),
      shows: false,
      name,
    });
    if (!(await upToDate(url))) throw new Error(`${name} is not ready`);
  }
  await start();
  return {
    url,
    port,
    address: `127.0.0.1:${port}`,
    start,
    /**
     * Stops the instance. Resolves when the instance's process has ended.
     *
     * @param {NodeJS.Signals} signal
     */
    async end(signal) {
      if (child.pid) process.kill(-child.pid, signal);
      await child.exited;
    },
    stop: () => child.stop(),
  };
}
