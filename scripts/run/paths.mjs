// @ts-check
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The clone's folder. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
/** Everything a run leaves behind: database, mails, uploads, logs, secrets. Never in the repository. */
export const data = join(root, ".data");
export const logs = join(data, "logs");
/** One record for each process of a running `npm start`. */
export const run = join(data, "run");
/** The Node that every script continues under, whatever the system has. */
export const pinnedNode = join(root, "node_modules/.bin/node");

/**
 * A path as a person in the clone's folder would write it.
 *
 * @param {string} path
 */
export function shown(path) {
  const short = relative(root, path);
  return short.startsWith("..") ? path : short;
}
