// @ts-check
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The root folder of the clone. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
/** The folder of all files that a run creates: database, emails, uploads, logs, and secrets. It is never committed. */
export const data = join(root, ".data");
export const logs = join(data, "logs");
/** The folder with one process record for each process of a running `npm start`. */
export const run = join(data, "run");
/** The path of the lockfile's Node. Every script continues under this Node, regardless of the system's Node. */
export const pinnedNode = join(root, "node_modules/.bin/node");

/**
 * Returns a path relative to the clone's folder, as a user would type it there.
 *
 * @param {string} path
 */
export function shown(path) {
  const short = relative(root, path);
  return short.startsWith("..") ? path : short;
}
