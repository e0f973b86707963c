// @ts-check
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { PortTaken } from "../processes/ports.mjs";
import { pause, startChild } from "../processes/processes.mjs";
import { root, shown } from "./paths.mjs";
import { LauncherError, tail } from "./report.mjs";

const program = join(root, "node_modules/maildev/dist/bin/maildev.js");

/**
 * Starts the mail catcher on loopback. Its page shows every email that the product sends. Keeps the emails in `folder`.
 * Returns { smtpUrl, url, exited, stop }.
 *
 * @param {{ runFolder: string, folder: string, smtpPort: number, webPort: number, log: string }} options
 */
export async function startMailbox({ runFolder, folder, smtpPort, webPort, log }) {
  if (!existsSync(program)) {
    throw new LauncherError(
      "maildev is missing from node_modules: delete node_modules and start again, or set SMTP_URL to your mail server.",
    );
  }
  mkdirSync(folder, { recursive: true });
  // Listen on loopback. By default the mail catcher opens both of its ports on every network interface.
  const args = [
    "--ip",
    "127.0.0.1",
    "--smtp",
    String(smtpPort),
    "--web-ip",
    "127.0.0.1",
    "--web",
    String(webPort),
  ];
  const from = existsSync(log) ? statSync(log).size : 0;
  const child = startChild(
    runFolder,
    "mailbox",
    process.execPath,
    [program, ...args, "--mail-directory", folder, "--max-emails", "500"],
    { cwd: root, log },
  );
  let ended = false;
  child.exited.then(() => {
    ended = true;
  });
  const url = `http://localhost:${webPort}`;
  const told = () => (existsSync(log) ? readFileSync(log).subarray(from).toString() : "");
  for (const until = Date.now() + 30_000; Date.now() < until && !ended; await pause(50)) {
    const answer = await fetch(`http://127.0.0.1:${webPort}/api/healthz`).catch(() => null);
    // A response from this port can come from the mailbox of another clone. The log line proves that this clone's
    // mailbox listens on both ports.
    if (answer?.ok && told().includes("Press Ctrl+C"))
      return {
        smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
        url,
        exited: child.exited,
        stop: child.stop,
      };
  }
  await child.stop();
  if (told().includes("EADDRINUSE")) {
    throw new PortTaken(`Another program took port ${smtpPort} or ${webPort} of the mailbox.`);
  }
  throw new LauncherError(
    `${tail(log)}\nThe mailbox did not start (see ${shown(log)}); you can set SMTP_URL to your mail server instead.`,
  );
}
