// @ts-check
// The modules with important decisions, and the tests that must detect a change in them. The lists of tests are
// explicit, because nearly every test runs code of nearly every module, and a module's own tests must detect its
// mutants. For each mutant, only those listed tests run that reach its line. ./collect.ts lists the supported functions
// of Vitest.

/**
 * A group of modules in which mutants are created, and the tests that must detect these mutants.
 *
 * @typedef {object} Group
 * @property {string} name
 * @property {string[]} mutate
 * @property {string[]} tests
 */

const USERS = "backend/users";
const SESSIONS = "backend/users/sessions";
const FILES = "backend/files";
const CLOSE = "backend/evaluations/close";
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
    mutate: ["contract/endpoint.ts"],
    tests: ["contract/endpoint.test.ts"],
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
    mutate: [`${SESSIONS}/access-token.ts`, "backend/users/second-factor/totp.ts"],
    tests: [`${SESSIONS}/access-token.test.ts`, "backend/users/second-factor/totp.test.ts"],
  },
  {
    name: "rotation",
    mutate: [`${SESSIONS}/refresh.ts`, `${SESSIONS}/sessions.ts`, `${SESSIONS}/tokens.ts`],
    tests: [`${SESSIONS}/refresh.test.ts`, `${SESSIONS}/own-sessions.test.ts`],
  },
  {
    name: "closing",
    mutate: [
      `${CLOSE}/close-evaluation.ts`,
      "backend/evaluations/closing.ts",
      `${CLOSE}/record.ts`,
    ],
    tests: [
      `${CLOSE}/close-evaluation.test.ts`,
      `${CLOSE}/frozen.test.ts`,
      `${CLOSE}/verify-record.test.ts`,
      "backend/evaluations/own-projects.test.ts",
    ],
  },
  {
    name: "send",
    mutate: ["backend/project/send-project.ts", "backend/project/write-rules.ts"],
    tests: [
      "backend/project/write-rules.test.ts",
      "backend/project/send-project.test.ts",
      "backend/project/send-limit.test.ts",
    ],
  },
  {
    name: "calls",
    mutate: ["backend/http/serve.ts", "contract/roles.ts"],
    tests: ["contract/roles.test.ts", "backend/http/serve.test.ts"],
  },
  {
    name: "callers",
    mutate: [`${SESSIONS}/authenticate.ts`],
    tests: [`${SESSIONS}/authenticate.test.ts`],
  },
  {
    name: "entering",
    mutate: [`${USERS}/passwords/login.ts`, `${SESSIONS}/sign-in.ts`],
    tests: [`${SESSIONS}/sign-in.test.ts`, `${USERS}/passwords/login.test.ts`],
  },
  {
    name: "regained",
    mutate: [`${USERS}/passwords/recovery.ts`, `${USERS}/second-factor/reset.ts`],
    tests: [
      "users/passwords/recovery",
      "users/second-factor/reset",
      "users/passkeys/kept-from-mailbox",
      "users/unconfirmed-address",
      "users/invitation/invitation",
      "http/captcha",
    ].map((file) => `backend/${file}.test.ts`),
  },
  {
    name: "proof",
    mutate: [`${USERS}/reauthentication.ts`, `${SESSIONS}/reauthenticated.ts`],
    tests: [
      `${USERS}/reauthentication.test.ts`,
      `${USERS}/second-factor/authenticator-app.test.ts`,
      `${USERS}/second-factor/reauthenticate-by-code.test.ts`,
      `${USERS}/passkeys/whose-key.test.ts`,
    ],
  },
  {
    name: "keys",
    mutate: [
      "passkeys/assertion",
      "sessions/passkey-challenges",
      "passkeys/client-data",
      "passkeys/sign-in-by-passkey",
      "passkeys/passkeys",
    ].map((file) => `${USERS}/${file}.ts`),
    tests: [
      "passkeys/sign-in-by-passkey",
      "passkeys/passkeys",
      "passkeys/whose-key",
      "passkeys/refused-ceremonies",
      "second-factor/sign-in-by-code",
    ].map((file) => `${USERS}/${file}.test.ts`),
  },
  {
    name: "factor",
    mutate: [
      "second-factor/accept-code",
      "second-factor/authenticator-app",
      "second-factor/sign-in-by-code",
      "sessions/second-factor-status",
      "second-factor/recovery-codes",
      "second-factor/seal",
    ].map((file) => `${USERS}/${file}.ts`),
    tests: [
      `${SESSIONS}/authenticate.test.ts`,
      `${USERS}/passkeys/kept-from-mailbox.test.ts`,
      ...["seal", "sign-in-by-code", "authenticator-app"].map(
        (file) => `${USERS}/second-factor/${file}.test.ts`,
      ),
    ],
  },
  {
    name: "files",
    mutate: ["uploads", "finish-upload", "own-files", "quota"].map((file) => `${FILES}/${file}.ts`),
    tests: ["finish-upload", "quota", "own-files", "refused-uploads", "uploads", "store-away"].map(
      (file) => `${FILES}/${file}.test.ts`,
    ),
  },
];
