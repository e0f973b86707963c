// @ts-check
// Measures the processor time that Prometheus metrics add to a response and to a save. The measurements with and
// without metrics alternate. The response is two bytes of a server that does no other work. The save runs in the back
// end without the site.
import { createServer } from "node:http";
import { cpus, loadavg } from "node:os";
import { pino } from "pino";
import { tsImport } from "tsx/esm/api";
import { logs } from "../../scripts/launcher/paths.mjs";
import { table } from "../../scripts/launcher/report.mjs";
import { newSecret } from "../../scripts/launcher/secrets.mjs";
import { runCommand } from "../../scripts/launcher/stack.mjs";
import { anyPort } from "../../scripts/processes/ports.mjs";
import { cleanEnvironment, startTestPostgres } from "../../scripts/testing/test-stack.mjs";
import { seedApplicants } from "./lib/applicants.mjs";
import { median } from "./lib/measures.mjs";
import { perSecond } from "./lib/rates.mjs";

const TURNS = 7;
const PEOPLE = 20;
/** The number of saves of each user in one measurement. */
const SAVES = 25;
const UNCOUNTED = { request() {}, saveRefused() {}, upload() {} };

/**
 * Measures the processor time of this process for one operation, in microseconds. `work` runs the operations and
 * returns their number.
 *
 * @param {() => Promise<number>} work
 */
async function costOf(work) {
  const before = process.cpuUsage();
  const count = await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

/**
 * Returns the median processor time of an operation without metrics, and the median with metrics.
 *
 * @param {(isCounted: boolean) => Promise<number>} work
 */
async function compared(work) {
  /** @type {{ without: number[], with: number[] }} */
  const costs = { without: [], with: [] };
  // The first measurement is a warm-up and does not count.
  for (let turn = 0; turn <= TURNS; turn += 1) {
    const pair = [await costOf(() => work(false)), await costOf(() => work(true))];
    if (turn === 0) continue;
    costs.without.push(pair[0] ?? 0);
    costs.with.push(pair[1] ?? 0);
  }
  return [median(costs.without), median(costs.with)];
}

/**
 * Measures how much the counting of responses slows down an HTTP server that does no other work. Null if the tool wrk
 * is not installed.
 */
async function answers() {
  const { measureAnswer } = await tsImport("../../lib/telemetry/site-metrics.ts", import.meta.url);
  let isCounting = false;
  let count = 0;
  const server = createServer((request, answer) => {
    if (isCounting) measureAnswer(request, answer);
    count += 1;
    answer.end("ok");
  });
  const port = await anyPort();
  await new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(null)));
  try {
    const url = `http://127.0.0.1:${port}/magazine/due-minuti`;
    if (!(await perSecond([url], 1))) return null;
    return await compared(async (isCounted) => {
      isCounting = isCounted;
      count = 0;
      await perSecond([url], 2);
      return count;
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/**
 * Measures simultaneous saves of many users in two back ends, one with metrics and one without.
 *
 * @param {Record<string, string>} env
 */
async function saves(env) {
  /** @type {(path: string) => Promise<any>} */
  const backend = (path) => tsImport(`../../backend/${path}.ts`, import.meta.url);
  const [{ createBackend }, { readConfig }, { connect }, { openCounts }, { openStore }] =
    await Promise.all(["app", "config", "db/connect", "metrics", "store/open-store"].map(backend));
  const config = readConfig(env);
  const { db, close } = connect(config.DATABASE_URL);
  const parts = {
    db,
    config,
    store: openStore(config),
    now: () => new Date(),
    clockOff: () => 0,
    log: pino({ level: "silent" }),
    notifyMailWorker() {},
  };
  const counted = createBackend({ ...parts, counts: openCounts().counts });
  const uncounted = createBackend({ ...parts, counts: UNCOUNTED });
  try {
    await db.execute(
      `insert into editions (year, opens_at, closes_at)
       values (extract(year from now()), now() - interval '1 day', now() + interval '30 days')`,
    );
    const people = await seedApplicants(
      { DATABASE_URL: config.DATABASE_URL, TOKEN_SECRET: config.TOKEN_SECRET },
      PEOPLE,
    );
    return await compared(async (isCounted) => {
      const { fetch } = isCounted ? counted : uncounted;
      await Promise.all(
        people.map(async ({ cookie }) => {
          for (let n = 0; n < SAVES; n += 1) {
            const { status } = await fetch(
              new Request("http://localhost/wp-json/wp/v2/project", {
                method: "POST",
                headers: {
                  Authorization: `Bearer ${cookie.replace("access=", "")}`,
                  "Content-Type": "application/json",
                },
                body: JSON.stringify({ nome: `Filò ${n}` }),
              }),
            );
            if (status !== 200) throw new Error(`a save was answered ${status}`);
          }
        }),
      );
      return PEOPLE * SAVES;
    });
  } finally {
    await close();
  }
}

/**
 * Measures how much time the collection of metrics costs, and prints the results.
 *
 * @param {import("./lib/measures.mjs").Bench} bench
 */
export async function measure({ run }) {
  const opened = run();
  const server = await startTestPostgres(opened, "slancio_metrics");
  const env = {
    ...cleanEnvironment(),
    DATABASE_URL: server.url,
    SMTP_URL: "smtp://127.0.0.1:1",
    SITE_URL: "http://localhost",
    TOKEN_SECRET: newSecret(),
    FILES_DIR: `${opened.folder}/files`,
  };
  await runCommand("migrate", {
    runFolder: opened.runFolder,
    env,
    log: `${logs}/bench-metrics.log`,
  });
  const bare = await answers();
  if (!bare) console.log("  wrk is not installed: no answers are measured");
  /** @type {(what: string, costs: number[]) => string[]} */
  const row = (what, [without = 0, counted = 0]) => [
    what,
    `${without.toFixed(1)} µs`,
    `${counted.toFixed(1)} µs`,
    `${(counted - without).toFixed(1)} µs`,
    (counted / without).toFixed(3),
  ];
  console.log(`load of the machine ${loadavg()[0]?.toFixed(1)} on ${cpus().length} processors`);
  console.log(
    table([
      ["The processor's time", "without counting", "with", "more", "ratio"],
      ...(bare ? [row("an answer of a bare server", bare)] : []),
      row("a save, the back end alone", await saves(env)),
    ]),
  );
}
