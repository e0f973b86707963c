// @ts-check
// Measures the staff area with 100 to 10,000 applications, 200 evaluators, and 200,000 audit entries: lists, searches,
// one application, and the page "Today".
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import pg from "pg";
import { logs } from "../../scripts/launcher/paths.mjs";
import { table } from "../../scripts/launcher/report.mjs";
import { runCommand } from "../../scripts/launcher/stack.mjs";
import { accessToken } from "./lib/applicants.mjs";
import { askAs, byCode, growthOf, timed } from "./lib/asking.mjs";
import { download } from "./lib/download.mjs";
import { seedApplications, seedAuditLog } from "./lib/seed-applications.mjs";
import { seedDesk, seedPlan, seedRanked } from "./lib/seed-desk.mjs";
import { seedEvaluators, seedReadings } from "./lib/seed-evaluations.mjs";
import { staffReads } from "./lib/staff-reads.mjs";

/** @typedef {import("./lib/seed-evaluations.mjs").Sql} Sql */
/** @typedef {import("./lib/asking.mjs").Ask} Ask */
/** @typedef {import("./lib/asking.mjs").Times} Times */
/** @typedef {import("./lib/staff-reads.mjs").Read} Read */
/** @typedef {Record<string, string>} Names values of the seeded data, by the name that paths have for them */

const BUDGET_MS = 100;
/** @param {string} name */
const given = (name) => new RegExp(`--staff-${name}=(\\S+)`).exec(process.argv.join(" "))?.[1];
const SIZES = given("sizes")?.split(",").map(Number) ?? [1_000, 10_000];
const ONLY = given("reads") ?? "";
/**
 * Number of measured requests for each path. The number is small, because the benchmark measures more than two hundred
 * paths.
 */
const REQUESTS = 20;
const LOG_LINES = 200_000;
const EVALUATORS = 200;
/** The number of evaluators who score each sent project. With 10,000 applications, this makes 40,500 evaluations. */
const READINGS = 9;
/**
 * The year of the first edition whose ranking staff can read. No other edition uses this year or the following years.
 */
const RANKED_YEAR = 2001;

/**
 * @param {string} path
 * @param {Names} names
 */
const fill = (path, names) => path.replaceAll(/[A-Z][A-Z_]+/g, (name) => names[name] ?? name);

/**
 * @param {Ask} ask
 * @param {string} email
 * @param {Read[]} reads
 * @param {Names} names
 * @returns {Promise<Map<string, Times>>}
 */
async function timesOf(ask, email, reads, names) {
  const times = new Map();
  for (const [name, path] of reads) {
    if (name.includes(ONLY)) {
      times.set(name, await timed(ask, email, `staff/${fill(path, names)}`, REQUESTS));
    }
  }
  return times;
}

/**
 * Returns a function that closes an evaluator's evaluation. The function uses an access token of a stored session
 * instead of a sign-in.
 *
 * @param {Sql} sql
 * @param {string} siteUrl
 * @param {string} secret
 */
function closeBy(sql, siteUrl, secret) {
  const ask = askAs(siteUrl, async (email) => {
    const { rows } = await sql(
      "insert into sessions (user_id, device) select id, 'benchmark' from users where email = $1 returning id, user_id",
      [email],
    );
    return accessToken(secret, rows[0]);
  });
  /**
   * @param {string} email
   * @param {number} edition
   */
  return (email, edition) =>
    ask(email, "projects_evaluations", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ closed: true, edition }),
    });
}

/**
 * Prints the size in bytes of the assignment matrix's first page.
 *
 * @param {Ask} ask
 * @param {string} email
 * @param {{ path: string, narrow: number }} matrix
 */
async function printBytes(ask, email, { path, narrow }) {
  const rows = [];
  for (const [name, query] of [
    ["a table", ""],
    ["a list on a phone", `?per_page=${narrow}`],
  ]) {
    const bytes = Buffer.from(await (await ask(email, `staff/${path}${query}`)).arrayBuffer());
    const kB = (/** @type {Buffer} */ { length }) => `${(length / 1000).toFixed(0)} kB`;
    rows.push([name ?? "", kB(bytes), kB(gzipSync(bytes))]);
  }
  console.log(`The first view of who reads what, ${EVALUATORS} evaluators: bytes, and compressed`);
  console.log(table(rows));
}

/**
 * Measures the response times of staff requests at several sizes of an edition, and prints them.
 *
 * @param {import("./lib/measures.mjs").Bench} bench
 */
export async function measure({ site, run }) {
  const { siteUrl, env, pid } = await site();
  /** @type {{ accounts: import("../../scripts/launcher/welcome.mjs").Account[] }} */
  const { accounts } = JSON.parse(readFileSync(env.DEMO_FILE, "utf8"));
  const rita = accounts.find(({ role }) => role === "staff");
  const judge = accounts.find(({ role }) => role === "evaluator");
  if (!rita || !judge) throw new Error("the demo has no staff or no evaluator");
  const log = join(logs, "bench-code.log");
  /**
   * Returns the current code of a demo account's authenticator app.
   *
   * @param {string} email
   */
  const codeOf = async (email) => {
    const args = ["demo-code", email];
    const said = await runCommand("user", { runFolder: run().runFolder, env, log, args });
    return /Code: (\d+)/.exec(said)?.[1] ?? "";
  };
  const ask = askAs(siteUrl, byCode(siteUrl, rita.password, codeOf));
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  try {
    /** @type {Sql} */
    const sql = (text, values) => client.query(text, values);
    const close = closeBy(sql, siteUrl, env.TOKEN_SECRET);
    const { lists, planned, ranked, exports, matrix } = await staffReads();
    const { rows } = await sql("select max(year) as year from editions");
    const jury = await seedEvaluators(sql, judge, EVALUATORS);
    const ids = jury.map(({ id }) => id);
    // Pause emails. On the last evening of an edition, reminders to thousands of applicants are due, and their sending
    // is not measured.
    await sql("insert into mail_pause default values");
    const columns = [];
    const files = [];
    for (const [index, size] of SIZES.entries()) {
      const year = rows[0].year + 1 + index;
      // The measured requests refer to the newest edition that has opened, so seed the measured applications in a new,
      // later edition.
      const { edition, project, person, receipt } = await seedApplications(sql, year, size);
      await seedReadings(sql, edition, ids, READINGS);
      const { tag, letter } = await seedDesk(sql, edition, rita.email);
      if (index === 0) await seedAuditLog(sql, edition, year, LOG_LINES);
      const rankedYear = RANKED_YEAR + index;
      const rankedProject = await seedRanked(sql, rankedYear, size, jury, close);
      // Run vacuum and a checkpoint now. In a database that grows over months, PostgreSQL has long run both. Otherwise
      // it would run them during the measurement, because of the bulk insert.
      await sql("vacuum analyze");
      await sql("checkpoint");
      const today = new Date().toISOString();
      const page = await (await ask(rita.email, "staff/applications")).json();
      /** @type {Names} */
      const names = {
        ...{ ID: project, PERSON: person, RECEIPT: receipt, TAG: tag, LETTER: letter },
        ...{ YEAR: String(year), RANKED: String(rankedYear), RANKED_ID: rankedProject },
        ...{ EVALUATOR: ids[0] ?? "", NEXT: page.next },
        ...{ TODAY: today.slice(0, 10), NOW: today },
      };
      const times = await timesOf(ask, rita.email, lists, names);
      if (size === SIZES.at(-1)) await printBytes(ask, rita.email, matrix);
      await seedPlan(sql, edition, READINGS);
      await sql("analyze assigned_readings");
      const more = await timesOf(ask, rita.email, [...planned, ...ranked], names);
      columns.push(new Map([...times, ...more]));
      // Staff can download a whole table only within some minutes after they entered an authenticator code. Make the
      // session look as if the user just entered a code.
      await sql(
        "update sessions set proved_at = now() from users where users.id = user_id and users.email = $1",
        [rita.email],
      );
      for (const [name, path] of exports.filter(([name]) => name.includes(ONLY))) {
        const figures = await download(ask, rita.email, `staff/${fill(path, names)}`, pid);
        files.push([`${name}, ${size}`, ...figures]);
      }
    }
    console.log(
      `The control room's answers, a log of ${LOG_LINES} lines, milliseconds p50 p95 of ${REQUESTS} (budget p95 ${BUDGET_MS})`,
    );
    const all = [...lists, ...planned, ...ranked].map(([name]) => name);
    const head = ["", ...SIZES.map((size) => `${size} applications`), "growth", "first", ""];
    const found = all.filter((name) => name.includes(ONLY));
    console.log(table([head, ...growthOf(found, columns, BUDGET_MS)]));
    console.log(
      "Exports: size, first byte, whole, memory of the site's process above what it had, with garbage",
    );
    console.log(
      table(
        files.sort(([one = ""], [other = ""]) => one.localeCompare(other, "en", { numeric: true })),
      ),
    );
  } finally {
    await client.end();
  }
}
