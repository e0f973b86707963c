// @ts-check
// Measures response times for applicants and visitors with up to 100,000 applications: an applicant's own data, and
// pages that count or search. evaluation.mjs and staff.mjs measure the lists of evaluators and staff.
import { readFileSync } from "node:fs";
import pg from "pg";
import { table } from "../../scripts/launcher/report.mjs";
import { callAs, seedApplicants } from "./lib/applicants.mjs";
import { growthOf, REQUESTS, timed } from "./lib/asking.mjs";
import { seedEdition, seedEvaluators } from "./lib/seed-evaluations.mjs";
import { wholeDraft } from "./lib/writers.mjs";

const SIZES = [100, 10_000, 100_000];
const BUDGET_MS = 100;
/**
 * The year of the first seeded edition. Each measured size has its own past edition, and no other edition uses the
 * years of these editions.
 */
const FIRST_YEAR = 1_901;

/** The paths to measure: three requests of an applicant's browser, and three pages. */
const PATHS = [
  "/wp-json/wp/v2/project",
  "/wp-json/wp/v2/project/timeline",
  "/wp-json/wp/v2/users/me/",
  "/",
  "/magazine/1",
  "/search?q=giuria",
];

/**
 * Measures response times for applicants and visitors in editions of several sizes, and prints them.
 *
 * @param {import("./lib/measures.mjs").Bench} bench
 */
export async function measure({ site }) {
  const { siteUrl, env } = await site();
  /** @type {{ accounts: import("../../scripts/launcher/welcome.mjs").Account[] }} */
  const { accounts } = JSON.parse(readFileSync(env.DEMO_FILE, "utf8"));
  const judge = accounts.find(({ role }) => role === "evaluator");
  if (!judge) throw new Error("the demo has no evaluator");
  const [applicant = { cookie: "" }] = await seedApplicants(env, 1, 60);
  const token = applicant.cookie.replace("access=", "");
  const draft = { body: wholeDraft(), headers: { "If-Match": "0" } };
  const { status } = await callAs(siteUrl, "POST", "project", applicant, draft);
  if (status !== 200) throw new Error(`the applicant's draft was not saved: ${status}`);
  /** @type {import("./lib/asking.mjs").Ask} */
  const ask = async (_, path) => {
    const answer = await fetch(siteUrl + path, { headers: { Authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  try {
    /** @type {import("./lib/seed-evaluations.mjs").Sql} */
    const sql = (text, values) => client.query(text, values);
    const jury = (await seedEvaluators(sql, judge)).map(({ id }) => id);
    const columns = [];
    for (const [index, size] of SIZES.entries()) {
      await seedEdition(sql, FIRST_YEAR + index, size, jury);
      await sql("analyze");
      const column = new Map();
      for (const path of PATHS) column.set(path, await timed(ask, "", path));
      columns.push(column);
    }
    console.log(
      `As the programme grows, milliseconds p50 p95 of ${REQUESTS} (budget p95 ${BUDGET_MS})`,
    );
    const head = ["", ...SIZES.map((size) => `${size} applications`), "growth", "first", ""];
    console.log(table([head, ...growthOf(PATHS, columns, BUDGET_MS)]));
  } finally {
    await client.end();
  }
}
