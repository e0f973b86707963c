// @ts-check

/** @typedef {{ packages: Record<string, { version: string }> }} Lock what of a package-lock.json is read here */

// Versions below which a package has a published hole that reaches this product, or a neighbour of it.
// Assume that a release some weeks old is vulnerable: raise a floor with every advisory.
/** @type {Record<string, string>} */
const FLOORS = {
  // CVE-2026-119347, -119350, -119351; remote code execution before 16.4.1 (CVE-2026-96889, -126187).
  next: "16.4.5",
  // CVE-2026-126187: remote code execution by what a server component is sent.
  react: "19.3.1",
  "react-dom": "19.3.1",
  // CVE-2026-96889: an SVG runs code in the image optimiser.
  sharp: "0.35.5",
  // GHSA-mrhx-c7xc-m3w5: memory exhaustion on oversized collections.
  zod: "4.6.7",
  // CVE-2026-125755: a mail goes to another domain than its address says.
  nodemailer: "10.4.1",
  // CVE-2026-69207.
  hono: "4.13.0",
  // CVE-2026-126343, -126344.
  "@hono/node-server": "2.1.6",
  // CVE-2026-39356: SQL injection through identifiers.
  "drizzle-orm": "0.45.2",
  // CVE-2026-40299 (pathname validation), and the forwarded host that 4.11.2 no longer believes.
  "next-intl": "4.11.2",
  // CVE-2024-28176.
  jose: "4.15.5",
  // Encoded separators and NUL in upload ids.
  "@tus/server": "2.4.3",
  // CVE-2026-31988.
  yauzl: "3.2.1",
};

/** Parts of the local mailbox: it listens on loopback, and reads nothing but this product's own mails. */
const MAILBOX = [
  "node_modules/@maildev/mcp/node_modules/zod",
  "node_modules/@maildev/smtp/node_modules/nodemailer",
  "node_modules/mailparser/node_modules/nodemailer",
];

/**
 * Negative when `a` is the older version. A pre-release comes before its release.
 *
 * @param {string} a
 * @param {string} b
 */
function compare(a, b) {
  /** @param {string} version */
  const parts = (version) => (version.split("-")[0] ?? "").split(".").map(Number);
  const [left, right] = [parts(a), parts(b)];
  for (let index = 0; index < 3; index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return Number(!a.includes("-")) - Number(!b.includes("-"));
}

/**
 * Every installed copy, nested ones too, that is below its floor: one sentence each.
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
 * Floors of packages that are no longer installed: they would only look like a check.
 *
 * @param {Lock} lock
 */
export function unusedFloors(lock, floors = FLOORS) {
  return Object.keys(floors).filter((name) => !lock.packages[`node_modules/${name}`]);
}
