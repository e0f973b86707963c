import { next } from "./build.mjs";
import { root, shown } from "./paths.mjs";
import { pause, startChild } from "./processes.mjs";
import { Trouble, tail } from "./report.mjs";

/**
 * Serves the site and waits until its home page answers. Errors go to this terminal as well as to
 * the log. Returns { exited, stop }.
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
}) {
  const child = startChild(
    runFolder,
    "site",
    process.execPath,
    [next, dev ? "dev" : "start", "--port", String(port), "--hostname", host],
    {
      cwd: root,
      log,
      shows,
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
  const address = `http://${host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host}:${port}/`;
  let last = "no answer";
  // In development the first page is compiled when it is first asked for.
  for (const until = Date.now() + 120_000; Date.now() < until && !ended; await pause(60)) {
    const answer = await fetch(address, { redirect: "manual" }).catch(() => null);
    if (answer && answer.status < 500) return { exited: child.exited, stop: child.stop };
    if (answer) last = `status ${answer.status}`;
  }
  await child.stop();
  throw new Trouble(
    `${tail(log)}\nThe site did not come up on port ${port} (${last}); see ${shown(log)}.`,
  );
}
