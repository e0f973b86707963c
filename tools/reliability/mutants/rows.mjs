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
  const promise = `85 % of mutants of ${what} are killed`;
  return { name: `strength-${name}`, promise, part: "strength", groups };
}

/** @type {Row[]} */
export const STRENGTH = [
  {
    name: "strength",
    promise:
      "85 % of mutants of sessions, access, deadline, uploads, closing, send and scores are killed",
    part: "strength",
    groups: ["deadline", "access", "scores", "uploads", "sessions", "rotation", "closing", "send"],
  },
  strength("access", "who calls, in which role and with what", ["calls", "callers"]),
  strength("entering", "signing in"),
  strength("regained", "getting back in"),
  strength("proof", "what proves that somebody is there"),
  strength("keys", "passkeys"),
  strength("factor", "second factors"),
  strength("files", "receiving, accepting and keeping files"),
];
