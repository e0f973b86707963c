// @ts-check
// Measures the public pages per second of one process. Compares them with a page of the WordPress in BENCH_WORDPRESS.
import { pagesPerSecond } from "./lib/measures.mjs";

const { BENCH_WORDPRESS } = process.env;

/**
 * Measures the pages per second of the home pages, and prints them.
 *
 * @param {import("./lib/measures.mjs").Bench} bench
 */
export async function measure({ site }) {
  const { siteUrl } = await site();
  console.log("Pages per second (16 connections, one process)");
  const others = BENCH_WORDPRESS ? [BENCH_WORDPRESS] : [];
  for (const url of [`${siteUrl}/`, `${siteUrl}/en`, ...others]) {
    const { rate, failures } = await pagesPerSecond(url);
    console.log(`  ${url}: ${rate} (${failures} failures)`);
  }
}
