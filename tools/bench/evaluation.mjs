// @ts-check
// Measures the evaluators' endpoints with 100 to 10,000 projects and 40 evaluators: lists, filters, searches, one
// project, the ranking, tables of 5,000 rows, and a zip of 5 GB. With other sizes
// (`--evaluation-sizes=100,10000,100000`), measures only the responses.
import { readFileSync } from "node:fs";
import pg from "pg";
import { table } from "../../scripts/launcher/report.mjs";
import { askAs, byPassword, growthOf, REQUESTS, timed } from "./lib/asking.mjs";
import { download } from "./lib/download.mjs";
import {
  EVALUATORS,
  READINGS,
  seedEdition,
  seedEvaluators,
  seedFiles,
} from "./lib/seed-evaluations.mjs";

/** @typedef {import("./lib/seed-evaluations.mjs").Sql} Sql */
/** @typedef {import("./lib/seed-evaluations.mjs").Evaluator} Evaluator */
/** @typedef {import("./lib/asking.mjs").Ask} Ask */
/** @typedef {import("./lib/asking.mjs").Times} Times */

const BUDGET_MS = 100;
const given = /--evaluation-sizes=(\S+)/.exec(process.argv.join(" "))?.[1];
const SIZES = given?.split(",").map(Number) ?? [100, 1_000, 10_000];

const ROWS = 5_000;
const ZIP_PROJECTS = 52;
/** The year of the first seeded edition. No other edition uses this year or the following years. */
const FIRST_YEAR = 2001;

/** @type {[name: string, path: string][]} */
const QUERIES = [
  ["list", "projects?page=1"],
  ["last page", "projects?page=LAST"],
  ["100 a page", "projects?per_page=100"],
  ["by name", "projects?orderby=nome&order=asc"],
  ["by my total", "projects?orderby=my_total"],
  ["to read, food", "projects?state=todo&industry=industry-food"],
  ["search, many hits", "projects?search=progetto"],
  ["search, one hit", "projects?search=c4ca4238a0b9"],
  ["search, none", "projects?search=nientedinient"],
  ["one project", "projects/ID"],
  ["neighbours", "projects/ID/neighbours?orderby=nome"],
  ["next to read", "projects/next"],
  ["ranking", "projects/ranking"],
];

/**
 * Measures the response times of evaluators' requests in editions of several sizes.
 *
 * @param {Sql} sql
 * @param {Ask} ask
 * @param {Evaluator[]} jury
 * @param {string} reader
 */
async function measureAnswers(sql, ask, jury, reader) {
  /** @type {Map<string, Times>[]} */
  const results = [];
  for (const [index, size] of SIZES.entries()) {
    const year = FIRST_YEAR + index;
    const { project } = await seedEdition(
      sql,
      year,
      size,
      jury.map(({ id }) => id),
    );
    for (const { email } of jury) await close(ask, email, year);
    await close(ask, reader, year);
    await sql("analyze");
    const column = new Map();
    for (const [name, path] of QUERIES) {
      const full = path.replace("LAST", String(Math.ceil(size / 20))).replace("ID", project);
      const query = full.includes("neighbours")
        ? ""
        : `${full.includes("?") ? "&" : "?"}edition=${year}`;
      column.set(
        name,
        await timed(ask, reader, /projects\/[0-9a-f-]{36}/.test(full) ? full : full + query),
      );
    }
    results.push(column);
  }
  const rows = growthOf(
    QUERIES.map(([name]) => name),
    results,
    BUDGET_MS,
  );
  console.log(
    `Evaluators' answers, ${EVALUATORS} evaluators, ${READINGS} readings a project, milliseconds p50 p95 of ${REQUESTS} (budget p95 ${BUDGET_MS})`,
  );
  console.log(
    table([["", ...SIZES.map((size) => `${size} projects`), "growth", "first", ""], ...rows]),
  );
}

/**
 * Closes an evaluator's evaluation in an edition.
 *
 * @param {Ask} ask
 * @param {string} email
 * @param {number} edition
 */
function close(ask, email, edition) {
  return ask(email, "projects_evaluations", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ closed: true, edition }),
  });
}

/**
 * Measures the size, duration, and memory use of exports, and prints them.
 *
 * @param {Sql} sql
 * @param {Ask} ask
 * @param {Evaluator[]} jury
 * @param {string} reader
 * @param {import("./lib/measures.mjs").Site} site
 */
async function measureExports(sql, ask, jury, reader, { pid, env }) {
  const ids = jury.map(({ id }) => id);
  const rowsYear = FIRST_YEAR + SIZES.length;
  await seedEdition(sql, rowsYear, ROWS, ids);
  for (const { email } of jury) await close(ask, email, rowsYear);
  await close(ask, reader, rowsYear);
  const zipYear = rowsYear + 1;
  const { edition } = await seedEdition(sql, zipYear, ZIP_PROJECTS, ids);
  const removeFiles = await seedFiles(sql, edition, env.FILES_DIR);
  try {
    const rows = [];
    for (const format of ["csv", "xlsx"]) {
      const path = `projects/export?format=${format}&edition=${rowsYear}`;
      rows.push([`${format}, ${ROWS} rows`, ...(await download(ask, reader, path, pid))]);
    }
    const zip = `projects/export?format=zip&edition=${zipYear}`;
    rows.push(["zip", ...(await download(ask, reader, zip, pid))]);
    console.log("Exports: size, first byte, whole, memory of the site's process above what it had");
    console.log(table(rows));
  } finally {
    removeFiles();
  }
}

/**
 * Measures the requests and exports of evaluators in large editions, and prints the results.
 *
 * @param {import("./lib/measures.mjs").Bench} bench
 */
export async function measure({ site }) {
  const opened = await site();
  const { siteUrl, env } = opened;
  /** @type {{ accounts: import("../../scripts/launcher/welcome.mjs").Account[] }} */
  const { accounts } = JSON.parse(readFileSync(env.DEMO_FILE, "utf8"));
  const demo = accounts.find(({ role }) => role === "evaluator");
  if (!demo) throw new Error("the demo has no evaluator");
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  try {
    /** @type {Sql} */
    const sql = (text, values) => client.query(text, values);
    const jury = await seedEvaluators(sql, demo);
    const ask = askAs(siteUrl, byPassword(siteUrl, demo.password));
    await measureAnswers(sql, ask, jury, demo.email);
    if (!given) await measureExports(sql, ask, jury, demo.email, opened);
  } finally {
    await client.end();
  }
}
