// @ts-check
// Measures two instances of the built product behind the reverse proxy, with one database and one file folder: pages
// per second, the time until both instances show a revalidated page, and the effect of replacing or killing each
// instance.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { table } from "../../scripts/launcher/report.mjs";
import { pause } from "../../scripts/processes/processes.mjs";
import { frontMissing, startFront } from "../../scripts/testing/proxy.mjs";
import { seedApplicants } from "./lib/applicants.mjs";
import { asked } from "./lib/asked.mjs";
import { beginLoad, lostOf } from "./lib/load.mjs";
import { quantile } from "./lib/measures.mjs";
import { startNode } from "./lib/nodes.mjs";
import { ratesOf, startPlain } from "./lib/rates.mjs";

/** @typedef {import("./lib/nodes.mjs").Node} Node */
/** @typedef {Awaited<ReturnType<typeof startFront>>} Front */
/** @typedef {{ client: pg.Client, env: import("../../scripts/testing/test-stack.mjs").TestSite["env"], nodes: Node[], front: Front }} Cluster */

const ROUNDS = 100;
const CUTS = 5;
const SAVERS = 100;
/**
 * KILLS is the number of times that one instance is killed while all users save. APART is the time between two kills in
 * milliseconds.
 */
const KILLS = 3;
const APART = 4_000;
/** The URL of a page of an unmodified WordPress on this machine, as a comparison for the benchmark. */
const { BENCH_WORDPRESS } = process.env;
const LISTENING =
  "select pid from pg_stat_activity where datname = current_database() and query = 'listen refreshes'";

/**
 * Measures the pages per second of three setups of the site: one instance, two instances, and two instances behind the
 * reverse proxy. For comparison, also measures nginx with a static file, and the WordPress in BENCH_WORDPRESS.
 *
 * @param {Cluster} cluster
 * @param {string} folder
 */
async function measureRates({ front, nodes }, folder) {
  const { bytes } = await asked({ port: front.https, tls: true, name: front.name }, "/");
  const plain = await startPlain(folder, bytes);
  const urls = nodes.map(({ url }) => `${url}/`);
  const rates = await ratesOf({
    one: urls.slice(0, 1),
    two: urls,
    front: [`https://localhost:${front.https}/`],
    plain: [`https://localhost:${plain.port}/`],
    wordpress: BENCH_WORDPRESS ? [BENCH_WORDPRESS] : [],
  }).finally(plain.stop);
  if (!rates) return console.log("  wrk is not installed: no rates are measured");
  /** @type {(what: string, rate: number) => string[]} */
  const row = (what, rate) => [
    what,
    rate.toFixed(0),
    (rate / rates.one).toFixed(1),
    `${((rate / rates.plain) * 100).toFixed(0)} %`,
  ];
  console.log(
    table([
      [`The home page (${bytes.length} bytes)`, "a second", "× one node", "of nginx's own"],
      row("one node", rates.one),
      row("two nodes on this machine", rates.two),
      row("behind the front", rates.front),
      row("nginx with the same bytes", rates.plain),
      ...(rates.wordpress ? [row(`WordPress, ${BENCH_WORDPRESS}`, rates.wordpress)] : []),
    ]),
  );
}

/**
 * Moves the call's last day in a transaction, as a command does. Returns the milliseconds until the pages of all
 * instances show the new day.
 *
 * @param {Cluster} cluster
 * @param {number} day
 */
async function refresh({ client, nodes }, day) {
  const closesAt = new Date(Date.UTC(2030, 0, 1 + day, 23));
  await client.query("begin");
  await client.query(
    "update editions set closes_at = $1 where year = (select max(year) from editions)",
    [closesAt],
  );
  await client.query(
    `insert into refreshes (tag, count, at) values ('edition', 1, now())
     on conflict (tag) do update set count = refreshes.count + 1, at = now()`,
  );
  await client.query("select pg_notify('refreshes', '')");
  await client.query("commit");
  const began = performance.now();
  const wanted = closesAt.toISOString();
  const each = nodes.map(async ({ url }) => {
    for (;;) {
      const page = await (await fetch(url)).text();
      if (page.includes(wanted)) return performance.now() - began;
      if (performance.now() - began > 30_000) throw new Error(`${url} never said ${wanted}`);
      await pause(5);
    }
  });
  return Math.max(...(await Promise.all(each)));
}

/**
 * Measures after how many milliseconds every instance shows a changed date, also after a database connection broke.
 *
 * @param {Cluster} cluster
 */
async function measureRefreshes(cluster) {
  /** @type {number[]} */
  const told = [];
  /** @type {number[]} */
  const cut = [];
  for (let round = 0; round < ROUNDS; round += 1) told.push(await refresh(cluster, round));
  // Simulate a broken network: suspend the PostgreSQL process of a connection, so that the connection stays open but
  // transmits nothing.
  /** @type {import("pg").QueryResult<{ pid: number }>} */
  const { rows } = await cluster.client.query(LISTENING);
  if (rows.length < cluster.nodes.length) throw new Error(`${rows.length} nodes listen`);
  for (const { pid } of rows) process.kill(pid, "SIGSTOP");
  try {
    for (let round = 0; round < CUTS; round += 1) cut.push(await refresh(cluster, ROUNDS + round));
  } finally {
    for (const { pid } of rows) process.kill(pid, "SIGCONT");
  }
  /** @type {(what: string, times: number[]) => string[]} */
  const row = (what, times) => {
    const sorted = times.toSorted((a, b) => a - b);
    return [what, ...[0.5, 0.99].map((share) => `${quantile(sorted, share).toFixed(0)} ms`)];
  };
  console.log(
    table([
      ["Refreshes, until both nodes' pages say so", "median", "p99"],
      row(`with the line (${ROUNDS})`, told),
      row(`with the line cut (${CUTS})`, cut),
    ]),
  );
}

/**
 * Counts the responses to users who save and read while `disturb` runs. Reports a user's text as lost if the stored
 * text is neither the last confirmed text nor a later text of this user.
 *
 * @param {string} what
 * @param {Cluster} cluster
 * @param {() => Promise<void>} disturb
 */
async function underLoad(what, { client, env, front }, disturb) {
  const people = await seedApplicants(env, SAVERS);
  const load = beginLoad(front, people);
  await pause(3_000);
  await disturb();
  await pause(3_000);
  const { told, kept } = await load.end();
  const lost = await lostOf(client, people, kept);
  const errors = Object.entries(told.errors).map(([what, count]) => `${count} × ${what}`);
  const figures = [told.saved, lost.length, told.read, told.later].map(String);
  return [what, ...figures, errors.join(", ") || "0"];
}

/**
 * Returns how many emails were sent, how many arrived, and how many arrived twice.
 *
 * @param {Cluster} cluster
 */
async function doubledMails({ client, env }) {
  /** @type {import("pg").QueryResult<{ sent: number }>} */
  const { rows } = await client.query(
    "select count(*)::int as sent from outbox where sent_at is not null",
  );
  const answer = await fetch(`${env.MAILBOX_URL}/api/email`);
  /** @type {{ messageId?: string, headers: { [name: string]: string } }[]} */
  const mails = await answer.json();
  const ids = mails.map(({ messageId, headers }) => messageId ?? headers["message-id"]);
  return `${rows[0]?.sent} sent, ${mails.length} arrived, ${ids.length - new Set(ids).size} twice`;
}

/**
 * Queues emails. The mail workers of both instances send them.
 *
 * @param {pg.Client} client
 * @param {number} count
 */
async function queueMails(client, count) {
  await client.query(
    `insert into outbox (recipient, language, template, data)
     select 'm' || n || '@example.org', 'it', 'password_changed', '{}' from generate_series(1, $1) n`,
    [count],
  );
}

/**
 * Counts errors and lost texts while instances are replaced in turn, and while one instance is killed repeatedly.
 *
 * @param {Cluster} cluster
 */
async function measureEnds(cluster) {
  const { client, nodes } = cluster;
  const replaced = await underLoad("each replaced in turn", cluster, async () => {
    for (const node of nodes) {
      await node.end("SIGTERM");
      await node.start();
    }
  });
  const killed = await underLoad(`one killed, ${KILLS} times`, cluster, async () => {
    for (let n = 0; n < KILLS; n += 1) {
      await queueMails(client, 50);
      await pause(APART / 4);
      await nodes[1]?.end("SIGKILL");
      await pause(APART);
      await nodes[1]?.start();
    }
  });
  const head = [`Nodes under ${SAVERS} savers`, "saved", "lost", "pages", "come again", "errors"];
  console.log(table([head, replaced, killed]));
  await pause(5_000);
  console.log(`Mails: ${await doubledMails(cluster)}`);
}

/**
 * Measures two instances behind the reverse proxy, and prints the results.
 *
 * @param {import("./lib/measures.mjs").Bench} bench
 */
export async function measure({ prepared }) {
  const missing = frontMissing();
  if (missing) return console.log(`  ${missing}`);
  const site = await prepared();
  const folder = mkdtempSync(join(tmpdir(), "cluster-"));
  chmodSync(folder, 0o755);
  /** @type {(() => Promise<unknown>)[]} */
  const ends = [];
  try {
    /** @type {Node[]} */
    const nodes = [];
    for (const name of ["node-a", "node-b"]) {
      const node = await startNode(site, name);
      ends.unshift(node.stop);
      nodes.push(node);
    }
    const client = new pg.Client({ connectionString: site.env.DATABASE_URL });
    await client.connect();
    ends.unshift(() => client.end());
    const front = await startFront({ folder, nodes: nodes.map(({ address }) => address) });
    ends.unshift(front.stop);
    const cluster = { client, env: site.env, nodes, front };
    await measureRates(cluster, folder);
    await measureRefreshes(cluster);
    await measureEnds(cluster);
  } finally {
    for (const end of ends) await end();
    rmSync(folder, { recursive: true, force: true });
  }
}
