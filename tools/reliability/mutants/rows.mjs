// @ts-check
// The report rows that measure how many mutants the tests detect (docs/decisions/0060). ./groups.mjs defines the groups
// of modules.

/** @typedef {import("../rows.mjs").Row} Row */

/**
 * Returns a report row that measures, for some groups of modules, the share of mutants that the tests detect.
 *
 * @param {string} name
 * @param {string} what
 * @param {string[]} [groups]
 * @returns {Row}
 */
function strength(name, what, groups = [name]) {
  const promise = `Tests detect 85 % of the mutants of ${what}`;
  return { name: `strength-${name}`, promise, part: "strength", groups };
}

/** @type {Row[]} */
export const STRENGTH = [
  {
    name: "strength",
    promise:
      "Tests detect 85 % of the mutants of sessions, access, deadline, uploads, closing, sending and scores",
    part: "strength",
    groups: ["deadline", "access", "scores", "uploads", "sessions", "rotation", "closing", "send"],
  },
  strength("access", "callers, roles and request data", ["calls", "callers"]),
  strength("entering", "signing in"),
  strength("regained", "account recovery"),
  strength("proof", "re-authentication"),
  strength("keys", "passkeys"),
  strength("factor", "second factors"),
  strength("files", "uploads and stored files"),
];
