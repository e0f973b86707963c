// @ts-check
// The modules that decide, and the tests that have to notice when one of them is changed. Named, not found: nearly
// every test reaches nearly every module, and a mutant is to be noticed by the tests that are about it. A test runs once
// for every mutant: it needs no database and takes milliseconds, and what it takes of vitest is in ./collect.ts.

/**
 * @typedef {object} Group
 * @property {string} name
 * @property {string[]} mutate
 * @property {string[]} tests
 */

const SESSIONS = "backend/users/sessions";
const RANKING = "backend/evaluations/ranking";

/** @type {Group[]} */
export const GROUPS = [
  {
    name: "deadline",
    mutate: ["contract/deadline.ts"],
    tests: ["contract/deadline.test.ts"],
  },
  {
    name: "access",
    mutate: ["contract/endpoint.ts", "backend/project/write-rules.ts"],
    tests: ["contract/endpoint.test.ts", "backend/project/write-rules.test.ts"],
  },
  {
    name: "scores",
    mutate: [
      "contract/evaluation/weights.ts",
      "contract/evaluation/deciding-order.ts",
      `${RANKING}/calibration.ts`,
    ],
    tests: [
      "contract/evaluation/weights.test.ts",
      "contract/evaluation/deciding-order.test.ts",
      `${RANKING}/calibration.test.ts`,
    ],
  },
  {
    name: "uploads",
    mutate: ["backend/files/upload-request.ts", "contract/project/file-rules.ts"],
    tests: ["backend/files/upload-request.test.ts"],
  },
  {
    name: "sessions",
    mutate: [`${SESSIONS}/access-token.ts`, "backend/users/factor/totp.ts"],
    tests: [`${SESSIONS}/access-token.test.ts`, "backend/users/factor/totp.test.ts"],
  },
];

/** What decides in SQL, with tests that take seconds: not tried yet, which keeps the row red. */
export const NOT_TRIED = ["rotation of sessions", "closing", "send"];
