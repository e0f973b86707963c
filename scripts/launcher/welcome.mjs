// @ts-check
// Prints the message of `npm start` when the site answers.
import { existsSync, readFileSync } from "node:fs";
import { table } from "./report.mjs";

/** @typedef {{ role: string, email: string, password: string, has?: string }} Account */

/**
 * Reads the demo file with the demo's accounts and notes. Returns an empty object if there is no file.
 *
 * @param {string | null} file
 * @returns {{ accounts?: Account[], notes?: string[] }}
 */
function readDemo(file) {
  if (!file || !existsSync(file)) return {};
  return JSON.parse(readFileSync(file, "utf8"));
}

/**
 * Returns the start message with the site's URLs, the demo accounts, and the demo's notes about its call.
 *
 * @param {{ siteUrl: string, local: string, mailbox: string | null, demoFile: string | null }} site
 */
export function welcome({ siteUrl, local, mailbox, demoFile }) {
  const rows = [
    ["Site", local, `English: ${local}/en`],
    ["API", `${local}/wp-json`, `description: ${local}/wp-json/openapi.json`],
  ];
  if (siteUrl !== local) rows.push(["Public", siteUrl, ""]);
  if (mailbox) rows.push(["Mailbox", mailbox, "every email the product sends"]);
  rows.push(["Logs", ".data/logs", ""]);
  const parts = [table(rows)];
  const { accounts = [], notes = [] } = readDemo(demoFile);
  if (accounts.length > 0) {
    const list = accounts.map(({ role, email, password, has = "" }) => [
      role,
      email,
      password,
      has.replaceAll("_", " "),
    ]);
    parts.push(`  Demo accounts\n${table([["role", "email", "password", "has"], ...list])}`);
    if (accounts.some(({ has = "" }) => has.startsWith("control_room"))) {
      parts.push("  The control room also asks for a code: npm run user -- demo-code EMAIL");
    }
  }
  parts.push(...notes.map((note) => `  ${note}`), "  Ctrl-C stops everything; the data stay.");
  return `\n${parts.join("\n\n")}\n`;
}
