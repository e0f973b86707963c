// @ts-check
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the clone. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
/** The folder of all files that a run creates: database, emails, uploads, logs, and secrets. It is never committed. */
export const data = join(root, ".data");
export const logs = join(data, "logs");
/** The folder with one record for each process of a running `npm start`. */
export const run = join(data, "run");
/** The Node under which every script continues, regardless of the system's Node. */
export const pinnedNode = join(root, "node_modules/.bin/node");

/**
 * Returns a path as a user in the clone's folder would type it.
 *
 * @param {string} path
 */
export function shown(path) {
  const short = relative(root, path);
  return short.startsWith("..") ? path : short;
}
