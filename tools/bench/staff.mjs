// @ts-check
// Measures the staff area with 100 to 10,000 applications, 200 evaluators, and 200,000 audit entries: lists, searches,
// one application, and the page "Today".
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { logs } from "../../scripts/launcher/paths.mjs";
import { table } from "../../scripts/launcher/report.mjs";
import { runCommand } from "../../scripts/launcher/stack.mjs";
import { askAs, byCode, growthOf, REQUESTS, timed } from "./lib/asking.mjs";
import { seedApplications, seedAuditLog } from "./lib/seed-applications.mjs";
import { seedEvaluators, seedReadings } from "./lib/seed-evaluations.mjs";

const BUDGET_MS = 100;
const SIZES = [100, 1_000, 10_000];
const LOG_LINES = 200_000;
const EVALUATORS = 200;
/** The number of evaluators who score each sent project. With 10,000 applications, this makes 40,500 evaluations. */
const READINGS = 9;

/** @type {[name: string, path: string][]} */
const QUERIES = [
  ["today", "today"],
  ["what stands still", "standstill"],
  ["applications", "applications"],
  ["complete, not sent", "applications?state=complete"],
  ["refused twice", "applications?trouble=refused"],
  ["read by few", "applications?readings=few"],
  ["search, many hits", "applications?search=progetto"],
  ["search, one hit", "applications?search=c4ca4238a0b9"],
  ["search, none", "applications?search=nientedinient"],
  ["search, a phone number", "applications?search=3471234567"],
  ["an answer", "applications?industry=industry-food"],
  ["two answers and a language", "applications?industry=industry-food&femminile=yes&language=it"],
  ["read twice or less", "applications?readings=0-2"],
  ["reached a stage", "applications?reached=pre_selected"],
  ["earlier applicants", "applications?earlier=yes"],
  ["needs something", "applications?needs=yes"],
  ["without a tag", "applications?tag=none"],
  ["in nobody's charge", "applications?owner=none"],
  ["with notes", "applications?notes=yes"],
  ["by name", "applications?sort=name"],
  ["by readings", "applications?sort=-readings&columns=readings"],
  ["by signals", "applications?sort=-signals"],
  ["100 a page", "applications?per_page=100"],
  ["one application", "applications/ID"],
  ["mail", "mails"],
  ["sent to many", "mails/mailings"],
  ["evaluators", "evaluators"],
  ["who reads what", "assignment/matrix"],
  ["who reads what, few", "assignment/matrix?show=few"],
  ["figures", "figures"],
  ["people without an application", "people?application=none"],
  ["log", "acts"],
  ["log, one person", "acts?person=PERSON"],
  ["log, one name", "acts?who=Rita"],
];

/**
 * Measures the response times of staff requests at several sizes of an edition, and prints them.
 *
 * @param {import("./lib/measures.mjs").Bench} bench
 */
export async function measure({ site, run }) {
  const { siteUrl, env } = await site();
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
    /** @type {import("./lib/seed-evaluations.mjs").Sql} */
    const sql = (text, values) => client.query(text, values);
    const { rows } = await sql("select max(year) as year from editions");
    const jury = await seedEvaluators(sql, judge, EVALUATORS);
    // Pause emails. On the last evening of an edition, reminders to thousands of applicants are due, and their sending
    // is not measured.
    await sql("insert into mail_pause default values");
    const columns = [];
    for (const [index, size] of SIZES.entries()) {
      const year = rows[0].year + 1 + index;
      // The measured queries refer to the newest edition that has opened.
      const { edition, project, person } = await seedApplications(sql, year, size);
      await seedReadings(
        sql,
        edition,
        jury.map(({ id }) => id),
        READINGS,
      );
      if (index === 0) await seedAuditLog(sql, edition, year, LOG_LINES);
      // Run vacuum and a checkpoint. A database that grows over months has had both; without them, the measurement
      // would include their work after the bulk insert.
      await sql("vacuum analyze");
      await sql("checkpoint");
      const column = new Map();
      for (const [name, path] of QUERIES) {
        const full = path.replace("ID", project).replace("PERSON", person);
        column.set(name, await timed(ask, rita.email, `staff/${full}`));
      }
      columns.push(column);
    }
    console.log(
      `The control room's answers, a log of ${LOG_LINES} lines, milliseconds p50 p95 of ${REQUESTS} (budget p95 ${BUDGET_MS})`,
    );
    const names = QUERIES.map(([name]) => name);
    const head = ["", ...SIZES.map((size) => `${size} applications`), "growth", "first", ""];
    console.log(table([head, ...growthOf(names, columns, BUDGET_MS)]));
  } finally {
    await client.end();
  }
}
