// @ts-check
// Attackers' tools that users know, from Debian.
import { spawnSync } from "node:child_process";
import { say } from "../run/report.mjs";

/** @param {string} name */
const isThere = (name) => !spawnSync(name, ["--version"]).error;

/**
 * Whether a tool is there, installed from Debian if need be and possible. What cannot be is said, loudly.
 *
 * @param {string} name of the program and of its package
 */
export function hasTool(name) {
  if (isThere(name)) return true;
  say(`installing ${name} from Debian`);
  spawnSync("apt-get", ["install", "-y", "--no-install-recommends", name], {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (isThere(name)) return true;
  say(`SKIPPED: ${name} is not installed, and apt-get cannot install it here`);
  return false;
}
