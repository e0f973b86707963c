// @ts-check
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runChild } from "../process/processes.mjs";
import { knownVariables } from "./environment.mjs";
import { logs, root, shown } from "./paths.mjs";
import { say, seconds, Trouble, tail } from "./report.mjs";

/** @typedef {import("../process/processes.mjs").Environment} Environment */

const NEVER_BUILT = new Set([
  "node_modules",
  "docs",
  "tests",
  "scripts",
  "shared",
  "test-results",
  "playwright-report",
]);
/** They change what a server does, not what the build contains. */
const AT_RUN_TIME = new Set([
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "NODES",
  "DRAIN_SECONDS",
  "TOKEN_SECRET_PREVIOUS",
  "PREVIEW_SECRET_PREVIOUS",
  "SMTP_URL",
  "TOKEN_SECRET",
  "PORT",
  "HOST",
  "FILES_DIR",
  "UPLOADS_DIR",
  "S3_BUCKET",
  "S3_ENDPOINT",
  "S3_REGION",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
  "S3_PREFIX",
  "S3_PATH_STYLE",
  "LOG_LEVEL",
  "MAIL_FROM",
  "SEED_DEMO",
  "POSTGRES_PORT",
  "MAILBOX_PORT",
  "MAILBOX_SMTP_PORT",
  "TRUSTED_HOPS",
  "GRACE_MINUTES",
  "ERASE_AFTER_DAYS",
  "MIDDLEWARE",
  "TAG_MANAGER_ID",
  "TAG_MANAGER_URL",
  "TAG_HOSTS",
  "PIXEL_ID",
  "PIXEL_URL",
  "PREVIEW_SECRET",
  "REVALIDATE_SECRET",
  "WP_API_TIMEOUT",
  "CONTENT_CREDENTIALS",
  "GOOGLE_CLIENT_ID",
  "GOOGLE_ISSUER_URL",
  "FACEBOOK_APP_ID",
  "FACEBOOK_APP_SECRET",
  "FACEBOOK_GRAPH_URL",
  "PROVIDER_TIMEOUT_SECONDS",
  "CAPTCHA",
  "CAPTCHA_SITE_KEY",
  "CAPTCHA_VERSION",
  "CAPTCHA_SECRET",
  "CAPTCHA_VERIFY_URL",
]);
export const next = join(root, "node_modules/next/dist/bin/next");

/**
 * @param {string} folder
 * @returns {Generator<string>}
 */
function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (
      entry.name.startsWith(".") ||
      /\.(test\.tsx?|d\.json\.ts|md|tsbuildinfo)$/.test(entry.name)
    ) {
      // Markdown is text about the project, except in content/, where it is the content.
      if (!(entry.name.endsWith(".md") && folder !== root)) continue;
    }
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!(folder === root && NEVER_BUILT.has(entry.name))) yield* sources(path);
    } else if (entry.isFile()) yield path;
  }
}

/**
 * One hash over everything a build depends on: the sources, the lockfile and the environment.
 *
 * @param {Environment} env
 */
function fingerprint(env) {
  const hash = createHash("sha256");
  for (const path of [...sources(root)].sort()) {
    if (path.endsWith("next-env.d.ts")) continue;
    hash.update(path.slice(root.length)).update("\0").update(readFileSync(path)).update("\0");
  }
  const names = [
    ...knownVariables(),
    ...Object.keys(env).filter((name) => name.startsWith("NEXT_PUBLIC_")),
  ];
  for (const name of [...new Set(names)].sort()) {
    if (!AT_RUN_TIME.has(name)) hash.update(`${name}=${env[name] ?? ""}\0`);
  }
  return hash.digest("hex");
}

/**
 * Builds the site into `folder` (a name in the clone) unless the build there is of these very
 * sources. True when it built. A failure is a Trouble with the end of the log.
 *
 * @param {{ runFolder: string, folder: string, env: Environment, log?: string, always?: boolean }} options
 */
export async function buildIfStale({
  runFolder,
  folder,
  env,
  log = join(logs, "build.log"),
  always = false,
}) {
  const stamp = join(root, folder, "built-from");
  const wanted = fingerprint(env);
  if (!always && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return false;
  const began = Date.now();
  say("building the site (next build)");
  rmSync(log, { force: true });
  rmSync(stamp, { force: true });
  const worked = await runChild(runFolder, "build", process.execPath, [next, "build"], {
    cwd: root,
    log,
    env: { ...env, NODE_ENV: "production", NEXT_DIST_DIR: folder, NEXT_TELEMETRY_DISABLED: "1" },
  });
  if (!worked)
    throw new Trouble(`${tail(log, 40)}\nnext build failed; the whole output is in ${shown(log)}.`);
  writeFileSync(stamp, wanted);
  say(`built in ${seconds(began)} s`);
  return true;
}
