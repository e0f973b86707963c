// @ts-check
// The tool slowhttptest holds connections open in three ways, at the reverse proxy and at an instance, while a visitor
// sends requests.
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { startFront } from "../../../scripts/testing/proxy.mjs";
import { asked } from "../../bench/lib/asked.mjs";
import { quantile } from "../../bench/lib/measures.mjs";
import { hasTool } from "../tool.mjs";

const CONNECTIONS = 400;
const SECONDS = 15;
const SHORT_SECONDS = 5;
const BUDGET_MS = 500;
/**
 * Three attacks with slow clients: they send headers slowly, send bodies slowly, or read responses slowly. For slow
 * reading, each connection requests the largest page three times. This page must be prerendered, because rendering
 * 1,200 pages within seconds would be a different attack.
 */
const WAYS = {
  headers: { path: "/login", options: ["-H", "-i", "10"] },
  body: { path: "/login", options: ["-B", "-i", "10", "-s", "8192"] },
  reading: {
    path: "/",
    options: ["-X", "-k", "3", "-w", "10", "-y", "20", "-n", "5", "-z", "32"],
  },
};

/**
 * Runs the program slowhttptest against a URL for some seconds.
 *
 * @param {string} url
 * @param {string[]} way
 * @param {number} seconds
 */
function attack(url, way, seconds) {
  const args = [
    ...way,
    "-c",
    String(CONNECTIONS),
    "-r",
    "200",
    "-l",
    String(seconds),
    "-u",
    url,
    "-p",
    "3",
  ];
  const child = spawn("slowhttptest", args, { stdio: "ignore" });
  return new Promise((resolve) => child.on("exit", resolve).on("error", resolve));
}

/**
 * Opens a local port, in a separate thread, that forwards connections to the reverse proxy.
 *
 * @param {{ https: number, name: string }} front
 */
async function openWay({ https, name }) {
  const thread = new Worker(new URL("../way.mjs", import.meta.url), {
    workerData: { https, name },
  });
  /** @type {number} */
  const port = await new Promise((resolve, reject) =>
    thread.once("message", resolve).once("error", reject),
  );
  return { port, close: () => thread.terminate() };
}

/**
 * Sends a visitor's requests until the attack ends. Returns the 95th percentile of their durations in milliseconds, and
 * the numbers of rejected and of all requests.
 *
 * @param {Parameters<typeof asked>[0]} where
 * @param {Promise<unknown>} over
 */
async function visit(where, over) {
  /** @type {number[]} */
  const times = [];
  let isOver = false;
  over.then(() => {
    isOver = true;
  });
  let refused = 0;
  while (!isOver) {
    const began = performance.now();
    const status = await asked(where, "/login").then(
      (answer) => answer.status,
      () => 0,
    );
    times.push(performance.now() - began);
    if (status !== 200) refused += 1;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    p95: quantile(
      times.sort((a, b) => a - b),
      0.95,
    ),
    refused,
    asked: times.length,
  };
}

/**
 * Measures whether visitors still get responses during attacks with slow requests.
 *
 * @param {Pick<import("../../bench/lib/measures.mjs").Bench, "site">} bench
 * @param {{ isShort?: boolean }} measure the short form tests only the reverse proxy and checks only rejected requests
 */
export async function measure({ site }, { isShort = false }) {
  const seconds = isShort ? SHORT_SECONDS : SECONDS;
  const missing = ["nginx", "slowhttptest"].filter((tool) => !hasTool(tool, !isShort));
  if (missing.length > 0) return { figure: `${missing.join(", ")} not installed`, passed: null };
  const { port } = await site();
  const folder = mkdtempSync(join(tmpdir(), "front-"));
  chmodSync(folder, 0o755);
  const front = await startFront({ folder, nodes: [`127.0.0.1:${port}`] });
  /** @type {string[]} */
  const said = [];
  let passed = true;
  const way = await openWay(front);
  const places = {
    "reverse proxy": {
      url: `http://localhost:${way.port}`,
      where: { port: front.https, tls: true, name: front.name },
    },
    instance: { url: `http://localhost:${port}`, where: { port, name: "localhost" } },
  };
  try {
    for (const [place, { url, where }] of Object.entries(places)) {
      if (isShort && place !== "front") continue;
      for (const [name, { path, options }] of Object.entries(WAYS)) {
        const began = Date.now();
        const found = await visit(where, attack(url + path, options, seconds));
        const lasted = (Date.now() - began) / 1000;
        // If slowhttptest cannot connect, it stops immediately. The result is then "not run".
        if (lasted < seconds / 2)
          return { figure: `${place}, ${name}: no attack, ${lasted} s`, passed: null };
        said.push(
          `${place}, ${name}: p95 ${found.p95.toFixed(0)} ms, ${found.refused} of ${found.asked} refused`,
        );
        // Only the results behind the reverse proxy count, because the product always runs behind a proxy. The instance
        // alone is measured for comparison.
        const isLate = found.p95 >= BUDGET_MS && !isShort;
        if (place === "reverse proxy" && (isLate || found.refused > 0)) passed = false;
      }
    }
  } finally {
    await way.close();
    await front.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return { figure: `${CONNECTIONS} connections; ${said.join(", ")}`, passed };
}
