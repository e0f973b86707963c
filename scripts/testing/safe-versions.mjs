// @ts-check

/** @typedef {{ packages: Record<string, { version: string }> }} Lock the parts of a package-lock.json that this file reads */

// The lowest version of each package without a published vulnerability. New advisories appear every few weeks, so raise
// the version of a package after each advisory.
/** @type {Record<string, string>} */
const FLOORS = {
  // Fixes CVE-2026-119347, CVE-2026-119350, CVE-2026-119351, and remote code execution before 16.4.1 (CVE-2026-96889,
  // CVE-2026-126187).
  next: "16.4.5",
  // Fixes CVE-2026-126187: remote code execution through data sent to a server component.
  react: "19.3.1",
  "react-dom": "19.3.1",
  // Fixes CVE-2026-96889: an SVG executes code in the image optimizer.
  sharp: "0.35.5",
  // Fixes GHSA-mrhx-c7xc-m3w5: oversized collections use up the memory.
  zod: "4.6.7",
  // Fixes CVE-2026-125755: an email goes to a domain that differs from the domain in its address.
  nodemailer: "10.4.1",
  // Fixes CVE-2026-69207.
  hono: "4.13.0",
  // Fixes CVE-2026-126343 and CVE-2026-126344.
  "@hono/node-server": "2.1.6",
  // Fixes CVE-2026-39356: SQL injection through identifiers.
  "drizzle-orm": "0.45.2",
  // Fixes CVE-2026-40299 (pathname validation). Since version 4.11.2, next-intl no longer trusts the forwarded host.
  "next-intl": "4.11.2",
  // Fixes CVE-2024-28176.
  jose: "4.15.5",
  // Earlier versions accept encoded separators and NUL characters in upload ids.
  "@tus/server": "2.4.3",
  // Fixes CVE-2026-31988.
  yauzl: "3.2.1",
};

/**
 * Packages of the local mailbox, which can be older than their safe version. The mailbox listens on loopback and reads
 * only this product's own emails.
 */
const MAILBOX = [
  "node_modules/@maildev/mcp/node_modules/zod",
  "node_modules/@maildev/smtp/node_modules/nodemailer",
  "node_modules/mailparser/node_modules/nodemailer",
];

/**
 * Compares two package versions. Returns a negative number when `a` is older than `b`. A pre-release is older than its
 * release.
 *
 * @param {string} a
 * @param {string} b
 */
function compare(a, b) {
  /**
   * Returns the numbers of a version, without its pre-release label.
   *
   * @param {string} version
   */
  const parts = (version) => (version.split("-")[0] ?? "").split(".").map(Number);
  const [left, right] = [parts(a), parts(b)];
  for (let index = 0; index < 3; index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return Number(!a.includes("-")) - Number(!b.includes("-"));
}

/**
 * Returns a sentence for every installed package copy, including nested copies, that is older than its safe version.
 *
 * @param {Lock} lock
 */
export function belowFloors(lock, floors = FLOORS) {
  return Object.entries(lock.packages).flatMap(([path, { version }]) => {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const floor = Object.hasOwn(floors, name) ? floors[name] : undefined;
    if (!path.includes("node_modules/") || !floor || MAILBOX.includes(path)) return [];
    if (compare(version, floor) >= 0) return [];
    return [`${path} is ${version}: the oldest safe version is ${floor}`];
  });
}

/**
 * Returns the packages in the list of safe versions that are no longer installed. Their entries check nothing.
 *
 * @param {Lock} lock
 */
export function unusedFloors(lock, floors = FLOORS) {
  return Object.keys(floors).filter((name) => !lock.packages[`node_modules/${name}`]);
}
