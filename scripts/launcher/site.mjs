// @ts-check
import { stillFree } from "../processes/ports.mjs";
import { pause, startChild } from "../processes/processes.mjs";
import { next } from "./build.mjs";
import { root, shown } from "./paths.mjs";
import { LauncherError, tail } from "./report.mjs";

/** @typedef {import("../processes/processes.mjs").Environment} Environment */

/**
 * Next warns at every start that middleware.ts has a newer name. This project keeps the old name, so the warning is
 * hidden.
 */
const KNOWN_NOTICE = /"middleware" file convention is deprecated/;
const LOOPBACK = ["localhost", "127.0.0.1"];
const EVERYWHERE = ["0.0.0.0", "::"];

/**
 * Returns the options of Node and Next with which the site listens on a host. For a loopback address, Next gets the
 * name "localhost", because Next's rewrites fail under 127.0.0.1. On some systems, "localhost" means only ::1, so Node
 * must prefer IPv4.
 *
 * @param {string} host
 */
function listening(host) {
  if (EVERYWHERE.includes(host)) return { node: [], next: [] };
  if (LOOPBACK.includes(host)) {
    return { node: ["--dns-result-order=ipv4first"], next: ["--hostname", "localhost"] };
  }
  return { node: [], next: ["--hostname", host] };
}

/**
 * Waits up to 30 s until no prerendered page shows outdated content, such as old dates of the call. Returns false if
 * the time ends first.
 *
 * @param {string} siteAddress
 */
export async function upToDate(siteAddress) {
  const address = new URL("/api/ready", siteAddress);
  for (const until = Date.now() + 30_000; Date.now() < until; await pause(20)) {
    const answer = await fetch(address, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    const state = await answer?.json().catch(() => null);
    if (state?.upToDate) return true;
  }
  return false;
}

/**
 * Starts the site's server and waits until the home page answers. Errors go to the terminal and to the log. `name` is
 * the name of the process record when several sites run.
 *
 * @param {object} options
 * @param {string} options.runFolder
 * @param {string} options.folder
 * @param {Environment} options.env
 * @param {number} options.port
 * @param {string} options.host
 * @param {string} options.log
 * @param {boolean} [options.dev]
 * @param {boolean} [options.shows]
 * @param {string} [options.name]
 */
export async function startSite({
  runFolder,
  folder,
  env,
  port,
  host,
  log,
  dev = false,
  shows = true,
  name = "site",
}) {
  const at = listening(host);
  // Check the port again, because the build took time. Another program on this port would be mistaken for this site.
  await stillFree(port, "PORT", host);
  const child = startChild(
    runFolder,
    name,
    process.execPath,
    [...at.node, next, dev ? "dev" : "start", "--port", String(port), ...at.next],
    {
      cwd: root,
      log,
      shows: shows && { hidden: KNOWN_NOTICE },
      env: {
        ...env,
        NODE_ENV: dev ? "development" : "production",
        NEXT_DIST_DIR: folder,
        NEXT_TELEMETRY_DISABLED: "1",
      },
    },
  );
  let ended = false;
  child.exited.then(() => {
    ended = true;
  });
  const address = `http://${EVERYWHERE.includes(host) ? "localhost" : host}:${port}/`;
  let last = "no answer";
  // Wait for up to two minutes, because in development Next compiles the first page on its first request.
  for (const until = Date.now() + 120_000; Date.now() < until && !ended; await pause(60)) {
    const answer = await fetch(address, { redirect: "manual" }).catch(() => null);
    if (answer?.status === 200) return { pid: child.pid, exited: child.exited, stop: child.stop };
    if (answer) last = `status ${answer.status}`;
  }
  await child.stop();
  throw new LauncherError(
    `${tail(log)}\nThe site did not start on port ${port} (${last}); see ${shown(log)}.`,
  );
}
