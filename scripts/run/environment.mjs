// @ts-check
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { data, root } from "./paths.mjs";

const file = join(data, "env.json");

/** Adds .env to the environment, if there is one; what is already set wins. An empty value means "not set". */
export function loadDotEnv() {
  const path = join(root, ".env");
  if (existsSync(path)) process.loadEnvFile(path);
}

/**
 * The variables a person can set, as .env.example lists them.
 *
 * @returns {string[]}
 */
export function knownVariables() {
  const text = readFileSync(join(root, ".env.example"), "utf8");
  return [...text.matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = ""]) => name);
}

/**
 * What the commands (`npm run user`, …) need to work on the same database, mails and files.
 *
 * @param {import("../process/processes.mjs").Environment} values
 */
export function writeEnvironment(values) {
  writeFileSync(file, `${JSON.stringify(values, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
}

export function readEnvironment() {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}
