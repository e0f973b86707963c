// @ts-check
// Runs common security scanners: sqlmap on the endpoints that search and filter, and wapiti on the public pages.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { logs } from "../../../scripts/launcher/paths.mjs";
import { callAs, seedApplicants } from "../../bench/lib/applicants.mjs";
import { hasTool } from "../tool.mjs";

const MINUTES = 3;
const SEARCHES = [
  "projects?search=filo&page=1&per_page=5&stage=stage-prototype&total_from=1&total_to=9",
  "posts?search=due&page=1&per_page=5&orderby=date&order=asc&slug=due-minuti",
];

/**
 * Searches for SQL injection in the API's search parameters with the program sqlmap.
 *
 * @param {string} siteUrl
 * @param {string} cookie
 */
function sqlmap(siteUrl, cookie) {
  if (!hasTool("sqlmap")) return { figure: "sqlmap is not installed", passed: null };
  const found = SEARCHES.filter((search) => {
    // Before the scan, `measure` checks that the site accepts this search request. If the site rejected the request,
    // sqlmap would find nothing.
    const url = `${siteUrl}/wp-json/wp/v2/${search}`;
    const args = [
      "-u",
      url,
      "--cookie",
      cookie,
      "--batch",
      "--level=1",
      "--risk=1",
      "--flush-session",
    ];
    const { stdout } = spawnSync(
      "sqlmap",
      [...args, "--ignore-code=401,403,404,422,429", "--threads=4"],
      {
        encoding: "utf8",
        timeout: MINUTES * 60_000,
      },
    );
    console.log(stdout.split("\n").slice(-6).join("\n"));
    return !stdout.includes("do not appear to be injectable");
  });
  return {
    figure: `sqlmap: ${SEARCHES.length - found.length} of ${SEARCHES.length} requests not injectable${found.length > 0 ? `; INJECTABLE ${found.join(", ")}` : ""}`,
    passed: found.length === 0,
  };
}

/**
 * Searches the site for vulnerabilities with the program wapiti.
 *
 * @param {string} siteUrl
 * @param {string} folder
 */
function wapiti(siteUrl, folder) {
  if (!hasTool("wapiti")) return { figure: "wapiti is not installed", passed: null };
  const report = join(folder, "wapiti.json");
  const args = [
    "-u",
    `${siteUrl}/`,
    "-m",
    "sql,xss,exec,file,redirect,ssrf,crlf",
    "-f",
    "json",
    "-o",
    report,
  ];
  const { stdout } = spawnSync(
    "wapiti",
    [
      ...args,
      "--max-scan-time",
      String(MINUTES * 60),
      "--max-attack-time",
      "60",
      "--flush-session",
      "--no-bugreport",
    ],
    {
      timeout: (MINUTES + 3) * 60_000,
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    },
  );
  const [, pages] = /found (\d+) URLs/i.exec(stdout ?? "") ?? [];
  if (!existsSync(report) || !pages) return { figure: "wapiti wrote no report", passed: null };
  /** @type {{ vulnerabilities: Record<string, unknown[]> }} */
  const { vulnerabilities } = JSON.parse(readFileSync(report, "utf8"));
  const found = Object.entries(vulnerabilities).filter(([, list]) => list.length > 0);
  const told = found.map(([kind, list]) => `${list.length} ${kind}`).join(", ") || "nothing";
  return {
    figure: `wapiti finds ${told} at ${pages} URLs`,
    passed: found.length === 0,
  };
}

/**
 * Searches the site for vulnerabilities with the programs sqlmap and wapiti.
 *
 * @param {Pick<import("../../bench/lib/measures.mjs").Bench, "site" | "run">} bench
 */
export async function measure({ site, run }) {
  const { siteUrl, env } = await site();
  const [evaluator] = await seedApplicants(env, 1);
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  await client.query("update users set roles = '{evaluator}' where id = $1", [evaluator?.userId]);
  await client.end();
  for (const search of SEARCHES) {
    const { status } = await callAs(siteUrl, "GET", search, evaluator ?? { cookie: "" });
    if (status !== 200) throw new Error(`${search} is refused before any attack: ${status}`);
  }
  const told = [sqlmap(siteUrl, evaluator?.cookie ?? ""), wapiti(siteUrl, run().folder ?? logs)];
  const failed = told.some(({ passed }) => passed === false);
  return {
    figure: told.map(({ figure }) => figure).join("; "),
    passed: failed ? false : told.every(({ passed }) => passed) || null,
  };
}
