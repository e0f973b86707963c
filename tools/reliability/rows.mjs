// @ts-check
// The rows of the report that `npm run reliability` writes. Most rows are tests that `npm run test:all` runs too; here
// they run with another seed and more repetitions. `part` names a file in ./parts for a measurement without tests.

import { STRENGTH } from "./mutants/rows.mjs";

/**
 * One row of the reliability report: a promise of the product, and the tests or the measurement that prove it.
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
    promise: "Acknowledged saves survive kill -9 of an instance and of the database",
    tests: [
      "tests/instances/killed-instance.test.ts",
      "tests/instances/killed-action.test.ts",
      "scripts/processes/launchers.test.ts",
    ],
    browser: [`${FAULTS}/faults-server.spec.ts`],
  },
  {
    name: "upload",
    promise: "After any number of broken connections, a file is complete or refused",
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
      "100 MB through the reverse proxy stay identical or are refused when an instance stops or resumes",
    tests: ["tests/proxy/upload.test.ts"],
    tools: ["nginx"],
  },
  {
    name: "access",
    promise: "Each endpoint shows each role only permitted data",
    tests: [
      "backend/app.test.ts",
      "backend/files/own-files.test.ts",
      "backend/evaluations/export/sent-file.test.ts",
      "backend/users/sessions/own-sessions.test.ts",
    ],
  },
  {
    name: "bypass",
    promise: "No malformed request gets past the guard: no private data, no 5xx",
    part: "bypass",
    short: true,
  },
  {
    name: "requests",
    promise: "Hostile requests, hosts and headers get a refusal and leave no open connection",
    tests: ["lib/server-guard", "lib/api/session/forward.test.ts"],
    browser: [`${PUBLIC}/hostile-requests.spec.ts`, `${PUBLIC}/host.spec.ts`],
  },
  {
    name: "supply",
    promise:
      "Packages have safe versions, explained advisories, reviewed install scripts and an SBOM",
    tests: [
      "scripts/testing/safe-versions.test.ts",
      "scripts/testing/supply-chain.test.ts",
      "tools/reliability/audit.test.ts",
    ],
    part: "supply",
  },
  {
    name: "lost-update",
    promise: "Two or three windows overwrite no unseen text and lose no typed text",
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
    promise: "A full disk loses no acknowledged data, is reported, and causes no lasting fault",
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
    promise: "Without the database, pages work, saves wait, and no write is partial",
    tests: ["tests/health.test.ts", "tests/instances/failover.test.ts"],
    browser: [`${FAULTS}/faults-unavailable.spec.ts`],
  },
  {
    name: "back-end",
    promise: "A stopped or slow back end causes a time-out but ends no session",
    tests: [
      "lib/api/fetch-within.test.ts",
      "lib/api/session/gateway.test.ts",
      "lib/api/session/sign-in.test.ts",
    ],
  },
  {
    name: "mail",
    promise: "A stopped, slow or refusing mail server: each email is sent once",
    tests: ["backend/mail"],
  },
  {
    name: "store",
    promise: "Without the file store, answers are saved and sent, and uploads wait complete",
    tests: ["backend/files/store-away.test.ts", "backend/other-store.test.ts"],
  },
  {
    name: "last-hour",
    promise: "1,000 applicants save, upload and send: no loss, no 5xx, p95 of saves below 500 ms",
    part: "last-hour",
    short: true,
  },
  {
    name: "deadline",
    promise: "The server’s time decides the deadline in all time zones and at both clock changes",
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
    promise:
      "200 parallel refreshes cause one rotation and no sign-out; a copied token ends the session",
    tests: ["backend/users/sessions/refresh.test.ts", "lib/api/session/gateway.test.ts"],
  },
  {
    name: "tokens",
    promise: "No page, script or browser storage contains a session token",
    tests: ["lib/api/session/sign-in.test.ts", "lib/api/session/see-as.test.ts"],
    browser: ["tests/e2e/account/account.spec.ts", "tests/e2e/account/social.spec.ts"],
  },
  {
    name: "json",
    promise: "No body, URL or header makes an endpoint fail",
    tests: ["backend/http/hostile-bodies.test.ts"],
  },
  {
    name: "tus",
    promise: "For any upload request, the offset equals the stored bytes",
    tests: ["backend/files/hostile-uploads.test.ts", "backend/files/refused-uploads.test.ts"],
  },
  {
    name: "spoof",
    promise: "Each hostile file gets the correct verdict in limited time and memory",
    tests: ["backend/files/check"],
  },
  {
    name: "served",
    promise: "Only permitted users get an uploaded file, as a download that runs no code",
    tests: [
      "backend/files/own-files.test.ts",
      "backend/evaluations/export/sent-file.test.ts",
      "tests/content-policy.test.ts",
    ],
  },
  {
    name: "csrf",
    promise: "Other sites’ pages can change no data",
    tests: ["lib/api/session/csrf.test.ts"],
  },
  {
    name: "redirects",
    promise: "No URL, host or header redirects to another site, and emails link only to this site",
    tests: [
      "lib/routes/safe-next.test.ts",
      "lib/middleware/redirects.test.ts",
      "lib/api/session/forward.test.ts",
    ],
    browser: [`${PUBLIC}/host.spec.ts`],
  },
  {
    name: "guessing",
    promise: "Guessing is limited for each account and address and locks out no owner",
    tests: ["backend/users/passwords/login.test.ts", "backend/users/passwords"],
  },
  {
    name: "enumeration",
    promise: "No form’s response time reveals an account: medians within 20 ms, AUC below 0.55",
    part: "enumeration",
    short: true,
  },
  {
    name: "providers",
    promise: "Forged, replayed and foreign provider tokens and forged passkeys are refused",
    tests: ["backend/users/providers", "backend/users/passkeys"],
  },
  {
    name: "headers",
    promise: "Each kind of response has a content policy, nosniff and no framing",
    tests: ["tests/content-policy.test.ts", "lib/security-headers.test.ts"],
    browser: [`${PUBLIC}/headers.spec.ts`],
  },
  {
    name: "consent",
    promise: "Third parties get no request before consent or after a refusal",
    browser: [`${PUBLIC}/consent.spec.ts`],
  },
  {
    name: "cache",
    promise: "Behind a cache, no user gets another user’s page or language",
    tests: ["tests/proxy/isolation.test.ts"],
    tools: ["nginx"],
  },
  {
    name: "slow",
    promise:
      "During hundreds of slow requests, other users of the reverse proxy wait less than 500 ms",
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
    promise: "Logs contain no password, token, code, address or forged line",
    tests: ["backend/http/log.test.ts"],
  },
  {
    name: "mail-headers",
    promise: "No name or address adds a header or a recipient to an email",
    tests: ["backend/mail/injection.test.ts"],
  },
  {
    name: "exports",
    promise: "Exports contain no formula and equal the sent data",
    tests: ["backend/evaluations/export", "backend/documents"],
    tools: ["soffice"],
  },
  {
    name: "restore",
    promise: "A backup restored elsewhere has the same rows and bytes",
    tests: ["backend/backup"],
  },
  {
    name: "network",
    promise: "An application is sent completely although each request is interrupted once",
    browser: [`${FAULTS}/faults-network.spec.ts`, `${FAULTS}/faults-tab.spec.ts`],
  },
  {
    name: "line",
    promise:
      "On a repeatedly interrupted line of 1 Mbit/s, a video arrives complete and saves are stored",
    part: "line",
    short: true,
  },
  {
    name: "soak",
    promise: "Hours of saves lose no data, and memory grows by less than 1 % an hour",
    part: "soak",
  },
  {
    name: "smuggling",
    promise: "The reverse proxy never passes one contradictory request as two",
    tests: ["tests/proxy/smuggling.test.ts"],
    tools: ["nginx"],
  },
  ...STRENGTH,
];
