// @ts-check
// The rows of the report that `npm run reliability` writes. Most rows are tests that `npm run test:all` runs too; here
// they run with another seed and more repetitions. `part` names a file in ./parts for a measurement without tests.

import { STRENGTH } from "./mutants/rows.mjs";

/**
 * One row of the reliability report: a promise of the product, and how the row proves it.
 *
 * @typedef {object} Row
 * @property {string} name
 * @property {string} promise
 * @property {string[]} [tests] files or folders for vitest
 * @property {string[]} [browser] files for playwright, with the built product
 * @property {string[]} [tools] Debian packages without which tests are skipped
 * @property {string} [part]
 * @property {true} [short] whether the part has a short form, which `npm run test:all` runs
 * @property {string[]} [groups] groups of mutants (./mutants/groups.mjs)
 * @property {RegExp} [says] matches the output line with the figure
 * @property {string} [open] the reason why this row measures nothing
 */

const FAULTS = "tests/e2e/faults";
const PUBLIC = "tests/e2e/public";

/** @type {Row[]} */
export const ROWS = [
  {
    name: "kill",
    promise: "A save that was acknowledged survives kill -9, of a node and of the database",
    tests: [
      "tests/instances/killed-instance.test.ts",
      "tests/instances/killed-action.test.ts",
      "scripts/processes/launchers.test.ts",
    ],
    browser: [`${FAULTS}/faults-server.spec.ts`],
  },
  {
    name: "upload",
    promise: "A file arrives whole or is refused, however often its connection breaks",
    tests: [
      "backend/files/uploads.test.ts",
      "backend/files/fast",
      "backend/files/two-nodes.test.ts",
    ],
    browser: [`${FAULTS}/faults-files.spec.ts`],
  },
  {
    name: "truncation",
    promise:
      "100 MB through the front, with a node that dies or wakes: the same bytes, or a refusal",
    tests: ["tests/proxy/upload.test.ts"],
    tools: ["nginx"],
  },
  {
    name: "access",
    promise: "Every endpoint for every role, own and foreign: nothing leaks",
    tests: [
      "backend/app.test.ts",
      "backend/files/own-files.test.ts",
      "backend/evaluations/export/sent-file.test.ts",
      "backend/users/sessions/own-sessions.test.ts",
    ],
  },
  {
    name: "bypass",
    promise: "No shape of request gets past the guard: no private byte, no 5xx",
    part: "bypass",
    short: true,
  },
  {
    name: "requests",
    promise: "Hostile requests, hosts and headers are refused as answers, and leave nothing open",
    tests: ["lib/server-guard", "lib/api/session/forward.test.ts"],
    browser: [`${PUBLIC}/hostile-requests.spec.ts`, `${PUBLIC}/host.spec.ts`],
  },
  {
    name: "supply",
    promise:
      "No package below its safe version, no advisory but those explained, no install script nobody read, an SBOM",
    tests: [
      "scripts/testing/safe-versions.test.ts",
      "scripts/testing/supply-chain.test.ts",
      "tools/reliability/audit.test.ts",
    ],
    part: "supply",
  },
  {
    name: "lost-update",
    promise: "Two or three windows: nothing is overwritten unseen, nothing typed is lost",
    tests: ["tests/protocol"],
    says: /\d+ interleavings: .*/,
  },
  {
    name: "double-send",
    promise: "50 parallel sends create one receipt, one email, and one number",
    tests: ["backend/project/send-project.test.ts", "backend/project/team-rule.test.ts"],
  },
  {
    name: "disk",
    promise: "A full disk loses nothing acknowledged, is said, and passes",
    tests: [
      "backend/files/disk-full.test.ts",
      "backend/files/room.test.ts",
      "backend/files/sweep.test.ts",
      "tests/instances/full-database.test.ts",
      "scripts/launcher/full-disk.test.ts",
    ],
  },
  {
    name: "database",
    promise: "Without its database pages stay, saves wait, and nothing is half written",
    tests: ["tests/health.test.ts", "tests/instances/failover.test.ts"],
    browser: [`${FAULTS}/faults-unavailable.spec.ts`],
  },
  {
    name: "back-end",
    promise: "A back end that is down or slow costs a time-out, never a session",
    tests: [
      "lib/api/fetch-within.test.ts",
      "lib/api/session/gateway.test.ts",
      "lib/api/session/sign-in.test.ts",
    ],
  },
  {
    name: "mail",
    promise: "A mail server that is down, slow or refusing: every mail leaves, once",
    tests: ["backend/mail"],
  },
  {
    name: "store",
    promise: "Without the store of files answers are saved and sent, uploads wait whole",
    tests: ["backend/files/store-away.test.ts", "backend/other-store.test.ts"],
  },
  {
    name: "last-hour",
    promise: "1,000 people save, upload and send: nothing lost, no 5xx, p95 of a save below 500 ms",
    part: "last-hour",
    short: true,
  },
  {
    name: "deadline",
    promise: "The server’s instant decides, in any zone, through both changes of the clock",
    tests: [
      "backend/project/deadline.test.ts",
      "backend/scheduling",
      "contract/deadline.test.ts",
      "tests/instances/two-instances.test.ts",
      "tests/instances/wrong-clock.test.ts",
    ],
    tools: ["faketime"],
  },
  {
    name: "refresh",
    promise: "200 parallel refreshes: one rotation, nobody signed out; a copy ends the family",
    tests: ["backend/users/sessions/refresh.test.ts", "lib/api/session/gateway.test.ts"],
  },
  {
    name: "tokens",
    promise: "No page, script or storage ever holds a token of a session",
    tests: ["lib/api/session/sign-in.test.ts", "lib/api/session/see-as.test.ts"],
    browser: ["tests/e2e/account/account.spec.ts", "tests/e2e/account/social.spec.ts"],
  },
  {
    name: "json",
    promise: "No body, address or header makes an endpoint fail",
    tests: ["backend/http/hostile-bodies.test.ts"],
  },
  {
    name: "tus",
    promise: "Whatever is said in the protocol of uploads, the offset is what is stored",
    tests: ["backend/files/hostile-uploads.test.ts", "backend/files/refused-uploads.test.ts"],
  },
  {
    name: "spoof",
    promise: "Every hostile file gets its right verdict, in bounded time and memory",
    tests: ["backend/files/check"],
  },
  {
    name: "served",
    promise: "An uploaded file is served to whoever may read it, as a download that runs nothing",
    tests: [
      "backend/files/own-files.test.ts",
      "backend/evaluations/export/sent-file.test.ts",
      "tests/content-policy.test.ts",
    ],
  },
  {
    name: "csrf",
    promise: "Every call that changes something is refused to other sites’ pages",
    tests: ["lib/api/session/csrf.test.ts"],
  },
  {
    name: "redirects",
    promise: "No address, host or header leads off the site, and mails link to it alone",
    tests: [
      "lib/routes/safe-next.test.ts",
      "lib/middleware/redirects.test.ts",
      "lib/api/session/forward.test.ts",
    ],
    browser: [`${PUBLIC}/host.spec.ts`],
  },
  {
    name: "guessing",
    promise: "Guessing is cut off per account and per address, and locks no owner out",
    tests: ["backend/users/passwords/login.test.ts", "backend/users/passwords"],
  },
  {
    name: "enumeration",
    promise: "No form’s time tells who has an account: medians within 20 ms, AUC below 0.55",
    part: "enumeration",
    short: true,
  },
  {
    name: "providers",
    promise: "Forged, replayed and foreign tokens of providers, and forged passkeys, open nothing",
    tests: ["backend/users/providers", "backend/users/passkeys"],
  },
  {
    name: "headers",
    promise: "Every kind of answer has its policy, nosniff and no frame",
    tests: ["tests/content-policy.test.ts", "lib/security-headers.test.ts"],
    browser: [`${PUBLIC}/headers.spec.ts`],
  },
  {
    name: "consent",
    promise: "Nothing leaves for third parties before a yes, or after a no",
    browser: [`${PUBLIC}/consent.spec.ts`],
  },
  {
    name: "cache",
    promise: "Behind a cache nobody gets what is another’s, in another’s language or private",
    tests: ["tests/proxy/isolation.test.ts"],
    tools: ["nginx"],
  },
  {
    name: "slow",
    promise: "Slow senders and slow readers by the hundred: others are answered within 500 ms",
    part: "slow",
    short: true,
  },
  {
    name: "scan",
    promise: "sqlmap and wapiti find nothing",
    part: "scan",
  },
  {
    name: "log",
    promise: "No password, token, code or address in any log, and no forged line",
    tests: ["backend/http/log.test.ts"],
  },
  {
    name: "mail-headers",
    promise: "No name or address adds a header or a recipient to a mail",
    tests: ["backend/mail/injection.test.ts"],
  },
  {
    name: "exports",
    promise: "No cell of an export is a formula, and what is exported is what was sent",
    tests: ["backend/evaluations/export", "backend/documents"],
    tools: ["soffice"],
  },
  {
    name: "restore",
    promise: "A backup restored elsewhere is the same, row by row and byte by byte",
    tests: ["backend/backup"],
  },
  {
    name: "network",
    promise: "An application whose every request is cut once is sent whole",
    browser: [`${FAULTS}/faults-network.spec.ts`, `${FAULTS}/faults-tab.spec.ts`],
  },
  {
    name: "line",
    promise:
      "On a line of 1 Mbit/s that is cut again and again a video arrives whole, and saves count",
    part: "line",
    short: true,
  },
  {
    name: "soak",
    promise: "Hours of saves: nothing lost, memory below +1 % an hour",
    part: "soak",
  },
  {
    name: "smuggling",
    promise: "Requests that contradict themselves do not pass the front as two",
    tests: ["tests/proxy/smuggling.test.ts"],
    tools: ["nginx"],
  },
  ...STRENGTH,
];
