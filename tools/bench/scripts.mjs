// @ts-check
// Measures the size of each route's scripts and style sheets, and the code that they come from.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { brotliCompressSync, constants } from "node:zlib";
import { root } from "../../scripts/launcher/paths.mjs";
import { table } from "../../scripts/launcher/report.mjs";
import { BUILD_FOLDER } from "../../scripts/testing/test-stack.mjs";

/**
 * Maximum size of a page's scripts and styles in kilobytes, compressed with brotli, by the first folder of the route.
 * Signed-in users stay longer, so their pages can be larger.
 */
const BUDGETS = { "(site)": 140, "(account)": 210, dashboard: 245 };
const MANIFEST = "page_client-reference-manifest.js";
const build = join(root, BUILD_FOLDER);

/** @typedef {{ path: string }[]} Sheets */
/** @typedef {{ entryJSFiles: Record<string, string[]>, entryCSSFiles: Record<string, Sheets> }} Manifest Next's manifest of a page */

/**
 * Formats bytes as kilobytes with one decimal.
 *
 * @param {number} bytes
 */
const kB = (bytes) => (bytes / 1000).toFixed(1);

/** @type {Map<string, number>} */
const sizes = new Map();

/**
 * Returns the total bytes of built files, compressed with brotli at level 11.
 *
 * @param {Iterable<string>} files
 */
function weight(files) {
  let sum = 0;
  for (const file of files) {
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
    const size =
      sizes.get(file) ?? brotliCompressSync(readFileSync(join(build, file)), options).length;
    sizes.set(file, size);
    sum += size;
  }
  return sum;
}

/**
 * Returns the part of a page that uses a built file: error handling, the layouts, or the page itself.
 *
 * @param {string} entry
 */
function partOf(entry) {
  if (/error|not-found|fault/.test(entry.split("/").at(-1) ?? "")) return "errors";
  return entry.endsWith("/page") ? "page" : "layouts";
}

/**
 * Returns the bytes that a browser loads for a route. The bytes are the code that every page loads (Next and React),
 * and what the layouts, error handling, and the page itself add.
 *
 * @param {string} file the page's manifest
 * @param {string[]} everywhere
 */
function routeOf(file, everywhere) {
  const sandbox = { globalThis: /** @type {{ __RSC_MANIFEST?: Record<string, Manifest> }} */ ({}) };
  runInNewContext(readFileSync(file, "utf8"), sandbox);
  const [manifest] = Object.values(sandbox.globalThis.__RSC_MANIFEST ?? {});
  const parts = {
    everywhere: new Set(everywhere),
    layouts: new Set(),
    errors: new Set(),
    page: new Set(),
  };
  const known = new Set(everywhere);
  const entries = Object.entries(manifest?.entryJSFiles ?? {});
  for (const part of /** @type {const} */ (["layouts", "errors", "page"])) {
    for (const script of entries.filter(([entry]) => partOf(entry) === part).flatMap((e) => e[1])) {
      if (!known.has(script)) parts[part].add(script);
      known.add(script);
    }
  }
  const sheets = Object.values(manifest?.entryCSSFiles ?? {}).flat();
  return {
    total: weight(known),
    parts: Object.values(parts).map(weight),
    styles: weight(new Set(sheets.map(({ path }) => path))),
  };
}

/**
 * Measures the size of the scripts of each page, and prints the sizes beside their maximum.
 *
 * @param {import("./lib/measures.mjs").Bench} bench
 */
export async function measure({ prepared }) {
  await prepared();
  const everywhere = JSON.parse(
    readFileSync(join(build, "build-manifest.json"), "utf8"),
  ).rootMainFiles;
  const pages = join(build, "server/app/[locale]");
  for (const [area, budget] of Object.entries(BUDGETS)) {
    const folder = join(pages, area);
    if (!existsSync(folder)) throw new Error(`There is no ${folder}: who has moved it?`);
    const routes = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(MANIFEST))
      .map((file) => ({
        name: file.slice(0, -MANIFEST.length),
        ...routeOf(join(folder, file), everywhere),
      }))
      .sort((one, other) => other.total - one.total);
    const over = routes.filter(({ total }) => total > budget * 1000).length;
    console.log(`${area}: script of ${routes.length} routes (kB, brotli), ${over} over ${budget}`);
    const head = ["", "total", "everywhere", "layouts", "errors", "page", "styles"];
    const rows = routes.map(({ name, total, parts, styles }) => [
      `/${name}`.replace(/(.)\/$/, "$1"),
      ...[total, ...parts, styles].map(kB),
    ]);
    console.log(table([head, ...rows]));
  }
}
