// @ts-check
// Types and functions that the benchmarks of `npm run bench` share.
import { Agent, get } from "node:http";

/** @typedef {import("../../../scripts/testing/test-stack.mjs").TestSite} TestSite */
/** @typedef {import("../../../scripts/testing/test-stack.mjs").TestRun} TestRun */
/** @typedef {Pick<TestSite, "env" | "siteUrl" | "port" | "content"> & { pid: number }} Site the running product */
/** @typedef {{ site: () => Promise<Site>, prepared: () => Promise<TestSite>, chromium: () => Promise<string>, bare: () => Promise<string>, run: () => TestRun }} Bench the resources that a part can request */

/**
 * Returns a quantile of sorted numbers: the smallest number that is at least as large as the given share of the
 * numbers.
 *
 * @param {number[]} sorted
 * @param {number} share
 */
export function quantile(sorted, share) {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/**
 * Returns the median. For an even count of numbers, returns the larger of the two middle numbers.
 *
 * @param {readonly number[]} values
 */
export function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/**
 * Returns the paths of the public pages from the sitemap. Without a sitemap, returns the paths of the home pages.
 *
 * @param {string} siteUrl
 */
export async function publicPaths(siteUrl) {
  const answer = await fetch(`${siteUrl}/sitemap.xml`);
  const text = answer.ok ? await answer.text() : "";
  const found = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url = ""]) => new URL(url).pathname,
  );
  return found.length > 0 ? found : ["/", "/en"];
}

/**
 * Requests a URL over 16 persistent connections for a few seconds. Returns the responses per second.
 *
 * @param {string} url
 */
export async function pagesPerSecond(url, milliseconds = 5_000) {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const until = Date.now() + milliseconds;
  let answers = 0;
  let failures = 0;
  /**
   * Requests the URL once and counts the response as a success or a failure.
   *
   * @returns {Promise<void>}
   */
  const ask = () =>
    new Promise((resolve) => {
      get(url, { agent }, (response) => {
        response.resume();
        response.on("end", () => {
          if (response.statusCode === 200) answers++;
          else failures++;
          resolve();
        });
      }).on("error", () => {
        failures++;
        resolve();
      });
    });
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (Date.now() < until) await ask();
    }),
  );
  agent.destroy();
  return { rate: Math.round((answers * 1000) / milliseconds), failures };
}
