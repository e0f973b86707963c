// @ts-check
// Every script runs this module first, because it installs the packages. It uses only Node's built-in modules.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { live, watchParents } from "../processes/lifecycle.mjs";
import { bornAt, endProcess, readRecord, runChild } from "../processes/processes.mjs";
import { data, logs, pinnedNode, root, run, shown } from "./paths.mjs";
import { complain, LauncherError, say, seconds, tail, whenBegan, whileWaiting } from "./report.mjs";

const lock = join(root, "package-lock.json");
const stamp = join(root, "node_modules/.installed-lock");

/** The minimum major version of the installed Node. It applies where the lockfile has no Node package (macOS). */
const MAJOR = 24;

/**
 * Returns the path of the Node that runs the scripts: the lockfile's Node if it is installed, otherwise the current
 * Node if its version is at least MAJOR. Null if neither can be used.
 */
function runningNode() {
  if (existsSync(pinnedNode)) return pinnedNode;
  return Number.parseInt(process.versions.node, 10) < MAJOR ? null : process.execPath;
}

function lockHash() {
  return createHash("sha256").update(readFileSync(lock)).digest("hex");
}

/**
 * Reports whether npm's record of installed packages lists every package of the lockfile with the lockfile's version.
 */
function matchesHiddenLock() {
  try {
    const installed = JSON.parse(
      readFileSync(join(root, "node_modules/.package-lock.json"), "utf8"),
    );
    const wanted = JSON.parse(readFileSync(lock, "utf8"));
    return Object.entries(wanted.packages).every(
      ([path, entry]) =>
        path === "" || entry.optional || installed.packages[path]?.version === entry.version,
    );
  } catch {
    return false;
  }
}

function installed() {
  if (!runningNode()) return false;
  const hash = lockHash();
  if (existsSync(stamp)) return readFileSync(stamp, "utf8") === hash;
  if (!matchesHiddenLock()) return false;
  writeFileSync(stamp, hash);
  return true;
}

/** Returns the progress of `npm ci`: the number of the lockfile's packages whose folders exist. */
function unpacked() {
  /** @type {Record<string, { optional?: boolean }>} */
  const packages = JSON.parse(readFileSync(lock, "utf8")).packages;
  const needed = Object.entries(packages).filter(([path, entry]) => path && !entry.optional);
  const there = needed.filter(([path]) => existsSync(join(root, path, "package.json")));
  return there.length === 0
    ? `still installing: npm is fetching ${needed.length} packages`
    : `still installing: ${there.length} of ${needed.length} packages are unpacked`;
}

/**
 * Runs `npm ci` with the npm that started this script. npm runs under a Node that the installation does not replace.
 */
async function install() {
  const other = readRecord(run, "install");
  if (other?.owner && bornAt(other.owner.pid) === other.owner.born) {
    throw new LauncherError(
      `npm ci is already running in this clone (process ${other.pid}): wait until it ends.`,
    );
  }
  if (other) await endProcess(other);
  const began = Date.now();
  say("installing the locked packages (npm ci)");
  const outside = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => !folder.includes("node_modules"))
    .join(delimiter);
  const log = join(logs, "install.log");
  rmSync(log, { force: true });
  rmSync(stamp, { force: true });
  const done = runChild(run, "install", "npm", ["ci", "--include=dev", "--no-audit", "--no-fund"], {
    cwd: root,
    log,
    env: { ...process.env, PATH: outside },
  });
  if (!(await whileWaiting(done, unpacked))) {
    throw new LauncherError(`${tail(log)}\nnpm ci failed; the whole output is in ${shown(log)}.`);
  }
  if (!runningNode()) {
    throw new LauncherError(
      `The packages contain no Node for ${process.platform} on ${process.arch}: run this with Node ${MAJOR} or newer.`,
    );
  }
  writeFileSync(stamp, lockHash());
  say(`installed in ${seconds(began)} s`);
}

/**
 * Runs the same script again under another Node, and exits with the exit code of that run.
 *
 * @param {string} node
 */
async function continueUnder(node) {
  const child = spawn(node, process.argv.slice(1), {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      LAUNCHER_BEGAN: whenBegan(),
      PATH: [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter),
    },
  });
  const exited = new Promise((resolve) => {
    child.on("error", () => resolve(1));
    child.on("exit", (code) => resolve(code ?? 1));
  });
  await live(
    () => exited,
    async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      return exited;
    },
  );
}

/**
 * Installs missing or outdated packages and continues under the lockfile's Node. Under any other Node, starts the
 * script again, waits for its end, and exits with its code.
 */
export async function prepare() {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  mkdirSync(logs, { recursive: true });
  // If this script ends early, the reaper process (scripts/processes/processes.mjs) stops an `npm ci` that is still
  // running.
  const stopWatching = watchParents(() => process.exit(1));
  try {
    if (!installed()) await install();
  } catch (error) {
    complain(error);
    process.exit(1);
  }
  stopWatching();
  const node = runningNode() ?? process.execPath;
  // If the installation deleted the Node that runs this script, or the lockfile now requires another one, run the
  // script again under the installed Node.
  if (existsSync(process.execPath) && realpathSync(process.execPath) === realpathSync(node)) {
    process.chdir(root);
    return;
  }
  await continueUnder(node);
}
