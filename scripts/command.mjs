// @ts-check
// Runs `npm run user -- …` and the other commands. Executes backend/commands/{name}.ts with this clone's database,
// mail, and files, even when `npm start` is not running.
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { loadDotEnv, readEnvironment } from "./launcher/environment.mjs";
import { prepare } from "./launcher/install.mjs";
import { data, root, run } from "./launcher/paths.mjs";
import { LauncherError } from "./launcher/report.mjs";
import { contentSecrets, readSecrets, requireShared } from "./launcher/secrets.mjs";
import { startOwnPostgres } from "./launcher/stack.mjs";
import { live } from "./processes/lifecycle.mjs";
import { readRecord, startChild } from "./processes/processes.mjs";

const runFolder = join(data, "run", `command-${process.pid}`);
/** @type {{ stop: () => Promise<void> }[]} */
const children = [];
/** Exit codes of commands that only previewed a change and did not execute it (backend/commands/run/run-command.ts). */
const SHOWN = 3;
const SHOWN_WITHOUT_REASON = 4;
/** Commands that use neither the database nor mail. */
const ALONE = ["content"];

/**
 * Returns the running product's environment. If the product is not running, builds the environment from .env and starts
 * a temporary database server.
 *
 * @param {string} name
 */
async function environment(name) {
  const running = readRecord(run, "launcher") ? readEnvironment() : null;
  // With a separate back end, the environment of the running product lacks the settings for database, mail, and files.
  // Commands need these settings, so read them from .env instead.
  if (running && !running.WP_API_URL) return { ...process.env, ...running };
  const given = process.env;
  const siteUrl = given.SITE_URL || `http://localhost:${given.PORT || 3000}`;
  if (ALONE.includes(name)) return { ...given, ...contentSecrets(given), SITE_URL: siteUrl };
  if (given.WP_API_URL && !given.DATABASE_URL)
    throw new LauncherError(
      "Commands need a database, but WP_API_URL names a separate back end. Set DATABASE_URL, SMTP_URL, TOKEN_SECRET and FILES_DIR to the values of that back end.",
    );
  requireShared(given);
  const env = {
    ...given,
    SITE_URL: siteUrl,
    SMTP_URL: given.SMTP_URL || "smtp://127.0.0.1:1025",
    TOKEN_SECRET: given.TOKEN_SECRET || readSecrets().TOKEN_SECRET,
    FILES_DIR: given.FILES_DIR || join(data, "files"),
    DEMO_FILE: join(data, "demo.json"),
  };
  if (given.DATABASE_URL) return env;
  const postgres = await startOwnPostgres(runFolder);
  children.push(postgres);
  return { ...env, DATABASE_URL: postgres.url };
}

async function main() {
  const [name, ...args] = process.argv.slice(2);
  const script = join(root, "backend/commands", `${name}.ts`);
  if (!name || !existsSync(script))
    throw new LauncherError(`backend/commands has no command called "${name ?? ""}".`);
  const helps = args.some((arg) => arg === "--help" || arg === "-h");
  const env = helps ? process.env : await environment(name);
  const code = await runOnce(name, script, args, env);
  const again = await consent(code);
  return again ? runOnce(name, script, [...args, ...again], env) : code;
}

/**
 * Runs the command and returns its exit code.
 *
 * @param {string} name
 * @param {string} script
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env
 */
async function runOnce(name, script, args, env) {
  const command = ["--import", "tsx", script, ...args];
  const child = startChild(runFolder, name, process.execPath, command, { cwd: root, env });
  children.unshift(child);
  const code = await child.exited;
  return typeof code === "number" ? code : 1;
}

/**
 * Asks at the terminal whether to execute a previewed change. Returns the options that execute the change, or null
 * without a terminal or consent.
 *
 * @param {number} code
 * @returns {Promise<string[] | null>}
 */
async function consent(code) {
  if (![SHOWN, SHOWN_WITHOUT_REASON].includes(code)) return null;
  if (!process.stdin.isTTY || !process.stdout.isTTY) return null;
  const stop = new AbortController();
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  terminal.on("SIGINT", () => stop.abort());
  try {
    const answer = await terminal.question("Make this change? [y/N] ", { signal: stop.signal });
    if (!/^y(es)?$/i.test(answer.trim())) return null;
    if (code === SHOWN) return ["--yes"];
    const reason = await terminal.question("Reason: ", { signal: stop.signal });
    return ["--yes", "--reason", reason];
  } catch {
    return null;
  } finally {
    terminal.close();
  }
}

await prepare();
loadDotEnv();
await live(main, async () => {
  for (const child of children) await child.stop();
  rmSync(runFolder, { recursive: true, force: true });
});
