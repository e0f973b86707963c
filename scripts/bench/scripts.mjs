// @ts-check
// The weight of each public page's script.

import { table } from "../run/report.mjs";
import { publicPaths, scriptBytes } from "./lib/measures.mjs";

const BUDGET_KB = 148;
/** @param {number} bytes */
const kB = (bytes) => (bytes / 1000).toFixed(1);

/** @param {import("./lib/measures.mjs").Bench} bench */
export async function measure({ site }) {
  const { siteUrl } = await site();
  /** @type {[path: string, bytes: number][]} */
  const rows = [];
  for (const path of await publicPaths(siteUrl))
    rows.push([path, await scriptBytes(siteUrl + path)]);
  rows.sort((a, b) => b[1] - a[1]);
  const over = rows.filter(([, bytes]) => bytes > BUDGET_KB * 1000).length;
  console.log(
    `JavaScript of ${rows.length} public pages (brotli, budget ${BUDGET_KB} kB): ${over} over it; the largest:`,
  );
  console.log(table(rows.slice(0, 10).map(([path, bytes]) => [path, `${kB(bytes)} kB`])));
}
