// @ts-check
// Measures the public pages per second of one process, alternating with an empty page of the same Next version and,
// if BENCH_WORDPRESS names one, with a page of a WordPress.
import { median, pagesPerSecond } from "./lib/measures.mjs";

const { BENCH_WORDPRESS } = process.env;
/** How often each page is measured. */
const RUNS = 3;

/**
 * Measures the pages per second of the home pages and of the pages for comparison, and prints them.
 *
 * @param {import("./lib/measures.mjs").Bench} bench
 */
export async function measure({ site, bare }) {
  const { siteUrl } = await site();
  const empty = await bare();
  const urls = [
    empty,
    `${siteUrl}/`,
    `${siteUrl}/en`,
    ...(BENCH_WORDPRESS ? [BENCH_WORDPRESS] : []),
  ];
  /** @type {Map<string, number[]>} */
  const rates = new Map(urls.map((url) => [url, []]));
  let failed = 0;
  for (let run = 0; run < RUNS; run++) {
    for (const url of urls) {
      const { rate, failures } = await pagesPerSecond(url);
      rates.get(url)?.push(rate);
      failed += failures;
    }
  }
  console.log(
    `Pages per second (16 connections, one process, median of ${RUNS}; ${failed} failures)`,
  );
  const ofEmpty = median(rates.get(empty) ?? []);
  for (const [url, each] of rates) {
    const name = url === empty ? "an empty page" : url;
    const rate = median(each);
    console.log(`  ${name}: ${rate} (${(rate / ofEmpty).toFixed(2)} of an empty page)`);
  }
}
