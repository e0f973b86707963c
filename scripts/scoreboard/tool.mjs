// @ts-check
// Tools that users know, from Debian: attackers, and the front.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { say } from "../run/report.mjs";
import { BROTLI } from "../test/front.mjs";

/**
 * What a program needs where that is not the package of its name.
 *
 * @type {Record<string, { packages: string[], file?: string }>}
 */
const NEEDS = {
  nginx: { packages: ["nginx", "libnginx-mod-http-brotli-filter"], file: BROTLI },
  soffice: { packages: ["libreoffice-calc"] },
  tc: { packages: ["iproute2"] },
};

/** @param {string} name */
const isThere = (name) =>
  !spawnSync(name, ["--version"], { stdio: "ignore" }).error &&
  existsSync(NEEDS[name]?.file ?? "/");

/** @param {string[]} args */
function aptGet(...args) {
  const { status } = spawnSync("apt-get", args, {
    stdio: "ignore",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  return status === 0;
}

/**
 * Whether a tool is there, installed from Debian if need be and possible. What cannot be is said, loudly.
 *
 * @param {string} name of the program
 * @param {boolean} [mayInstall]
 */
export function hasTool(name, mayInstall = true) {
  if (isThere(name)) return true;
  if (!mayInstall) {
    say(`SKIPPED: ${name} is not installed`);
    return false;
  }
  const { packages } = NEEDS[name] ?? { packages: [name] };
  const install = ["install", "-y", "--no-install-recommends", ...packages];
  say(`installing ${packages.join(" and ")} from Debian`);
  // A list of packages that is old names versions that are gone.
  if (!aptGet(...install) && aptGet("update")) aptGet(...install);
  // Debian starts a web server as it installs it; here one is started for each test alone.
  if (name === "nginx") spawnSync("systemctl", ["disable", "--now", "nginx"], { stdio: "ignore" });
  if (isThere(name)) return true;
  say(`SKIPPED: ${name} is not installed, and apt-get cannot install it here`);
  return false;
}
