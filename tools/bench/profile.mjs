// @ts-check
// Profiles one process while it serves the home page from its cache. Prints the share of the
// processor time that the code of the product, of Next, of Node, and of other packages takes.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { logs } from "../../scripts/launcher/paths.mjs";
import { table } from "../../scripts/launcher/report.mjs";
import { startSite } from "../../scripts/launcher/site.mjs";
import { anyPort } from "../../scripts/processes/ports.mjs";
import { BUILD_FOLDER } from "../../scripts/testing/test-stack.mjs";
import { pagesPerSecond } from "./lib/measures.mjs";

const SECONDS = 15;
/** The number of functions in the list of the most expensive functions. */
const NAMED = 12;

/** @typedef {{ id: number, callFrame: { functionName: string, url: string } }} Frame */

/** @type {[whose: string, url: RegExp][]} */
const OWNERS = [
  ["the server’s guard (ours)", /\/lib_server-guard|\/lib\/server-guard\//],
  ["the cache of pages (ours)", /\/lib\/page-cache\//],
  ["the page’s chunks: Next’s template, its ETag", /\/server\/chunks\/ssr\//],
  ["middleware, as built: Next’s adapter and ours", /\/\.next[\w-]*\/server\//],
  ["other packages", /\/node_modules\/(?!next\/)/],
  ["Next", /\/node_modules\/next\//],
  ["Node: sockets, HTTP, streams", /^node:/],
];

/**
 * Returns the part of the program to which a function in a profile belongs.
 *
 * @param {Frame["callFrame"]} frame
 */
function ownerOf({ functionName, url }) {
  if (functionName === "(garbage collector)") return "garbage collection";
  if (functionName === "(program)") return "the system, and V8 itself";
  return OWNERS.find(([, pattern]) => pattern.test(url))?.[0] ?? "Node: native functions";
}

/**
 * Measures in which functions the site spends processor time, and prints them.
 *
 * @param {import("./lib/measures.mjs").Bench} bench
 */
export async function measure({ prepared, run }) {
  const { env, content } = await prepared();
  const { folder, runFolder } = run();
  const port = await anyPort();
  const siteUrl = `http://localhost:${port}`;
  const profiles = join(folder, "profiles");
  const site = await startSite({
    runFolder,
    name: "profiled",
    folder: BUILD_FOLDER,
    env: {
      ...env,
      SITE_URL: siteUrl,
      CONTENT_DIR: content,
      NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}`,
    },
    port,
    host: "127.0.0.1",
    log: join(logs, "bench-profile.log"),
    shows: false,
  });
  // Warm up the site: compile the page and fill the cache.
  await pagesPerSecond(`${siteUrl}/`, 3_000);
  const { rate } = await pagesPerSecond(`${siteUrl}/`, SECONDS * 1_000);
  await site.stop();
  /** @type {{ nodes: Frame[], samples: number[], timeDeltas: number[] }[]} */
  const all = readdirSync(profiles).map((name) =>
    JSON.parse(readFileSync(join(profiles, name), "utf8")),
  );
  const [longest] = all.sort((one, other) => other.samples.length - one.samples.length);
  if (!longest) throw new Error("the site left no profile");
  const frames = new Map(longest.nodes.map(({ id, callFrame }) => [id, callFrame]));
  /** @type {Map<string, number>} */
  const owners = new Map();
  /** @type {Map<string, number>} */
  const functions = new Map();
  // Read only the samples of the last SECONDS seconds, backwards from the end, to skip the start and the warm-up.
  let left = SECONDS * 1e6;
  let total = 0;
  for (let index = longest.samples.length - 1; index >= 0 && left > 0; index -= 1) {
    const [frame, delta = 0] = [frames.get(longest.samples[index] ?? 0), longest.timeDeltas[index]];
    left -= delta;
    if (!frame || frame.functionName === "(idle)") continue;
    total += delta;
    const owner = ownerOf(frame);
    owners.set(owner, (owners.get(owner) ?? 0) + delta);
    const name = `${frame.functionName || "(nameless)"} ${frame.url.split("/").slice(-2).join("/")}`;
    functions.set(name, (functions.get(name) ?? 0) + delta);
  }
  /** @type {(shares: Map<string, number>) => string[][]} */
  const rows = (shares) =>
    [...shares]
      .sort(([, one], [, other]) => other - one)
      .map(([name, time]) => [name, `${((time / total) * 100).toFixed(1)} %`]);
  console.log(
    `The home page from the cache, ${rate} a second while sampled, share of the processor`,
  );
  console.log(table(rows(owners)));
  console.log("By function");
  console.log(table(rows(functions).slice(0, NAMED)));
}
