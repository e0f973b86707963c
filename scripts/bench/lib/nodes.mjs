// @ts-check
// Nodes of the built product over one database and one folder of files: what each draws it keeps to itself, as
// on two machines.
import { join } from "node:path";
import { anyPort } from "../../process/ports.mjs";
import { logs } from "../../run/paths.mjs";
import { startSite, upToDate } from "../../run/site.mjs";
import { BUILD_FOLDER } from "../../test/test-stack.mjs";

/** @typedef {Awaited<ReturnType<typeof startNode>>} Node */

/** Seconds for which a node that is asked to stop still answers; nginx looks at a node again after 5. */
const DRAIN_SECONDS = "6";

/**
 * One of two nodes at a port of its own, which it keeps when it is started again.
 *
 * @param {Pick<import("../../test/test-stack.mjs").TestSite, "env" | "content">} site
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
     * Ends with the process.
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
