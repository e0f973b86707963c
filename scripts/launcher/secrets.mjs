// @ts-check
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { data } from "./paths.mjs";
import { LauncherError } from "./report.mjs";

const file = join(data, "secrets.json");

/** Returns 32 random bytes as text. */
export function newSecret() {
  return randomBytes(32).toString("base64url");
}

/** The secrets of the clone. The launcher generates them at the first start, and adds missing ones after an update. */
const NAMES = [
  "TOKEN_SECRET",
  "POSTGRES_PASSWORD",
  "PREVIEW_SECRET",
  "REVALIDATE_SECRET",
  "CONTENT_PASSWORD",
];

/**
 * Writes the secrets to their file, which only the file's owner can read.
 *
 * @param {Record<string, string>} secrets
 * @param {{ flag?: string }} [options]
 */
function write(secrets, options) {
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, ...options });
}

/**
 * Returns the secrets of content previews and revalidation, and the credentials of the embedded content. For variables
 * that are not set, uses this clone's secrets.
 *
 * @param {import("../processes/processes.mjs").Environment} given
 */
export function contentSecrets(given) {
  const elsewhere = given.CONTENT_API_URL || given.WP_API_URL;
  return {
    PREVIEW_SECRET: given.PREVIEW_SECRET || readSecrets().PREVIEW_SECRET,
    REVALIDATE_SECRET: given.REVALIDATE_SECRET || readSecrets().REVALIDATE_SECRET,
    // Never send this clone's password to an external WordPress.
    CONTENT_CREDENTIALS:
      given.CONTENT_CREDENTIALS || (elsewhere ? "" : `editor:${readSecrets().CONTENT_PASSWORD}`),
  };
}

/**
 * Throws when one of several instances lacks a variable that all instances must share. The instances would otherwise
 * use different secrets, databases, and disks.
 *
 * @param {import("../processes/processes.mjs").Environment} given
 */
export function requireShared(given) {
  if (Number(given.NODES || 1) < 2) return;
  const ownBackEnd = !given.WP_API_URL;
  const needed = [
    "PREVIEW_SECRET",
    "REVALIDATE_SECRET",
    ...(ownBackEnd ? ["TOKEN_SECRET", "DATABASE_URL", "SMTP_URL"] : []),
    ...(ownBackEnd && !given.S3_BUCKET ? ["FILES_DIR"] : []),
    ...(ownBackEnd && !given.CONTENT_API_URL ? ["CONTENT_CREDENTIALS"] : []),
  ];
  const missing = needed.filter((name) => !given[name]);
  if (missing.length === 0) return;
  throw new LauncherError(
    `NODES is ${given.NODES}, so all nodes need the same values, and none is generated here: set ${missing.join(", ")}.`,
  );
}

/** Returns this clone's secrets from their file. Only the file's owner can read it. */
export function readSecrets() {
  if (!existsSync(file)) {
    if (existsSync(join(data, "postgres"))) {
      throw new LauncherError(
        ".data/secrets.json is missing, and .data/postgres needs the password it contained: restore the file, for example from a backup. Nothing was changed.",
      );
    }
    write(Object.fromEntries(NAMES.map((name) => [name, newSecret()])), { flag: "wx" });
  }
  let secrets;
  try {
    secrets = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new LauncherError(
      ".data/secrets.json cannot be read as JSON: restore a good copy, for example from a backup. Nothing was changed.",
    );
  }
  const missing = NAMES.filter((name) => !secrets[name]);
  if (missing.length > 0) {
    for (const name of missing) secrets[name] = newSecret();
    write(secrets);
  }
  return secrets;
}
