// @ts-check
// Installs the Debian packages that reliability tests need: attack tools and the reverse proxy.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { say } from "../../scripts/launcher/report.mjs";
import { BROTLI } from "../../scripts/testing/proxy.mjs";

/**
 * Debian packages to install for programs whose package has another name or needs further packages. `file` must exist
 * as well for the tool to count as available.
 *
 * @type {Record<string, { packages: string[], file?: string }>}
 */
const NEEDS = {
  nginx: { packages: ["nginx", "libnginx-mod-http-brotli-filter"], file: BROTLI },
  soffice: { packages: ["libreoffice-calc"] },
  tc: { packages: ["iproute2"] },
};

/**
 * Reports whether a program is installed.
 *
 * @param {string} name
 */
const isThere = (name) =>
  !spawnSync(name, ["--version"], { stdio: "ignore" }).error &&
  existsSync(NEEDS[name]?.file ?? "/");

/**
 * Runs apt-get and reports whether it succeeded.
 *
 * @param {string[]} args
 */
function aptGet(...args) {
  const { status } = spawnSync("apt-get", args, {
    stdio: "ignore",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  return status === 0;
}

/**
 * Reports whether a tool is available. Installs its Debian package if needed and possible. Otherwise prints a warning.
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
  // If the installation fails, update the package list and retry. An outdated list can name versions that no longer
  // exist.
  if (!aptGet(...install) && aptGet("update")) aptGet(...install);
  // Disable the nginx that Debian starts after the installation, because each test starts its own nginx.
  if (name === "nginx") spawnSync("systemctl", ["disable", "--now", "nginx"], { stdio: "ignore" });
  if (isThere(name)) return true;
  say(`SKIPPED: ${name} is not installed, and apt-get cannot install it here`);
  return false;
}
