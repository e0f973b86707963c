// @ts-check
// Runs Lighthouse with a simulated phone for each kind of public page in both languages. `--lighthouse-runs=5` gives a
// more stable median; `--lighthouse-paths=/,/en` selects paths. `--lighthouse-slowdown=6` makes the phone slower.

import { complain, table } from "../../scripts/launcher/report.mjs";
import { again, lighthouse } from "./lib/lighthouse.mjs";
import { median, publicPaths } from "./lib/measures.mjs";

const given = process.argv.join(" ");
const runs = Number(/--lighthouse-runs=(\d+)/.exec(given)?.[1] ?? 1);
const chosen = /--lighthouse-paths=(\S+)/.exec(given)?.[1]?.split(",");
const slowdown = /--lighthouse-slowdown=(\d+)/.exec(given)?.[1] ?? "4";
const HEAD = [
  "page",
  "performance",
  "accessibility",
  "best practices",
  "SEO",
  "LCP ms",
  "CLS",
  "TBT ms",
];

/**
 * Returns one path for each kind of page, for example /magazine/1 and a single article.
 *
 * @param {string[]} paths
 */
function oneOfEach(paths) {
  /** @type {Map<string, string>} */
  const routes = new Map();
  for (const path of paths) {
    const route = path.replace(/^((?:\/en)?\/[^/]+)\/(?!\d+$)[^/]+$/, (whole, list) =>
      list === "/en" ? whole : `${list}/*`,
    );
    if (!routes.has(route.replace(/\d+$/, "1"))) routes.set(route.replace(/\d+$/, "1"), path);
  }
  return [...routes.values()];
}

/**
 * Measures public pages with Lighthouse, and prints the results.
 *
 * @param {import("./lib/measures.mjs").Bench} bench
 */
export async function measure({ site, bare, chromium, run }) {
  const { siteUrl } = await site();
  const pages = (chosen ?? oneOfEach(await publicPaths(siteUrl))).map((path) => [
    path,
    siteUrl + path,
  ]);
  /** @type {string[][]} */
  const rows = [];
  for (const [path = "", url = ""] of [["an empty page", await bare()], ...pages]) {
    /** @type {number[][]} */
    const told = [];
    for (let index = 0; index < runs; index++) {
      try {
        const browser = await chromium();
        told.push(await again(() => lighthouse(run(), url, browser, slowdown)));
      } catch (error) {
        console.log(`${path}, run ${index + 1} of ${runs} was not measured:`);
        complain(error);
      }
    }
    // If Lighthouse cannot measure even the first page, which is empty, then it does not work on this machine, so stop.
    if (told.length === 0 && rows.length === 0) return;
    const middle = HEAD.slice(1).map((_, index) =>
      median(told.map((each) => each[index] ?? Number.NaN)),
    );
    rows.push([path, ...middle.map((value, index) => value.toFixed(index === 5 ? 3 : 0))]);
  }
  console.log(`Lighthouse, mobile, processor slowed ${slowdown} times, median of ${runs}`);
  console.log(table([HEAD, ...rows]));
}
