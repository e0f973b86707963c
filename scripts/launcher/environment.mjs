// @ts-check
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { data, root } from "./paths.mjs";

const file = join(data, "env.json");

/**
 * Adds the variables in .env to the environment, if the file exists. Existing variables take precedence. An empty value
 * means "not set".
 */
export function loadDotEnv() {
  const path = join(root, ".env");
  if (existsSync(path)) process.loadEnvFile(path);
}

/**
 * Returns the variables that users can set, as listed in .env.example.
 *
 * @returns {string[]}
 */
export function knownVariables() {
  const text = readFileSync(join(root, ".env.example"), "utf8");
  return [...text.matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = ""]) => name);
}

/**
 * Stores environment variables, so that commands such as `npm run user` use the same database, mail server, and file
 * store as the running site.
 *
 * @param {import("../processes/processes.mjs").Environment} values
 */
export function writeEnvironment(values) {
  writeFileSync(file, `${JSON.stringify(values, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
}

export function readEnvironment() {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}
