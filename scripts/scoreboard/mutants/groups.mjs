// @ts-check
// The modules that decide, and the tests that have to notice when one of them is changed. Named, not found: nearly
// every test reaches nearly every module, and a mutant is to be noticed by the tests that are about it.

/**
 * @typedef {object} Group
 * @property {string} name
 * @property {string[]} mutate
 * @property {string[]} tests
 */

const SESSIONS = "backend/users/sessions";
const CLOSING = "backend/evaluations/close";
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
  {
    name: "rotation",
    mutate: [`${SESSIONS}/refresh.ts`, "backend/users/proof.ts"],
    tests: [`${SESSIONS}/refresh.test.ts`, "backend/users/proof.test.ts"],
  },
  {
    name: "closing",
    mutate: [`${CLOSING}/closing.ts`, `${CLOSING}/close-evaluation.ts`, `${CLOSING}/record.ts`],
    tests: [`${CLOSING}/close-evaluation.test.ts`, `${CLOSING}/verify-record.test.ts`],
  },
  {
    name: "send",
    mutate: ["backend/project/send-project.ts", "backend/project/team-rule.ts"],
    tests: ["backend/project/send-project.test.ts", "backend/project/team-rule.test.ts"],
  },
];
