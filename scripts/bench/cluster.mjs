// @ts-check
// Two nodes of the built product over one database and one folder of files, each with a build folder of its
// own, as two machines have: how soon a refresh is seen on both, and what a killed or stopped node costs.
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { anyPort } from "../process/ports.mjs";
import { pause, readRecord } from "../process/processes.mjs";
import { logs, root } from "../run/paths.mjs";
import { table } from "../run/report.mjs";
import { startSite, upToDate } from "../run/site.mjs";
import { BUILD_FOLDER } from "../test/test-stack.mjs";
import { callAs, plantApplicants } from "./lib/applicants.mjs";
import { quantile } from "./lib/measures.mjs";

/** @typedef {import("./lib/measures.mjs").Site} Site */
/** @typedef {Awaited<ReturnType<typeof startNode>>} Node */
/**
 * What one saver saw: the text acknowledged last, and one sent since that may or may not be stored.
 *
 * @typedef {object} Kept
 * @property {string | null} value
 * @property {string} [maybe]
 * @property {number} acknowledged
 * @property {{ [status: string]: number }} refused
 * @property {number} dead calls whose connection broke
 */

const ROUNDS = 100;
const CUTS = 5;
const SAVERS = 100;
/** Milliseconds between two saves of one of them. */
const PAUSE = 500;
/** Kills of one node, while all save; seconds in between. */
const KILLS = 3;
const APART = 4_000;
const LISTENING = "datname = current_database() and query = 'listen refreshes'";

/**
 * Serves a copy of the build: two machines share no finished pages.
 *
 * @param {Site} site
 * @param {string} name
 */
async function startNode(site, name) {
  const folder = `.next-${name}`;
  rmSync(join(root, folder), { recursive: true, force: true });
  cpSync(join(root, BUILD_FOLDER), join(root, folder), { recursive: true });
  const port = await anyPort();
  const url = `http://localhost:${port}`;
  const runFolder = join(site.env.E2E_RUN_FOLDER, name);
  /** @type {{ stop: () => Promise<void> }} */
  let child;
  const start = async () => {
    child = await startSite({
      runFolder,
      folder,
      env: { ...site.env, NODES: "2", CONTENT_DIR: site.content },
      port,
      host: "127.0.0.1",
      log: join(logs, `bench-${name}.log`),
      shows: false,
    });
    await upToDate(url);
  };
  await start();
  return {
    url,
    start,
    /** @param {NodeJS.Signals} signal */
    signal(signal) {
      const record = readRecord(runFolder, "site");
      if (!record) throw new Error(`${name} is not running`);
      process.kill(-record.pid, signal);
    },
    async drop() {
      await child.stop();
      rmSync(join(root, folder), { recursive: true, force: true });
    },
  };
}

/**
 * The call's last day, moved by a transaction as a command moves it: ms until each node's page says so.
 *
 * @param {pg.Client} client
 * @param {Node[]} nodes
 * @param {number} day
 */
async function refresh(client, nodes, day) {
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
  return Promise.all(
    nodes.map(async ({ url }) => {
      for (;;) {
        const page = await (await fetch(url)).text();
        if (page.includes(wanted)) return performance.now() - began;
        if (performance.now() - began > 30_000) throw new Error(`${url} never said ${wanted}`);
        await pause(5);
      }
    }),
  );
}

/**
 * @param {pg.Client} client
 * @param {Node[]} nodes
 */
async function measureRefreshes(client, nodes) {
  /** @type {number[][]} */
  const told = [];
  /** @type {number[][]} */
  const cut = [];
  for (let round = 0; round < ROUNDS; round += 1) told.push(await refresh(client, nodes, round));
  for (let round = 0; round < CUTS; round += 1) {
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${LISTENING}`);
    cut.push(await refresh(client, nodes, ROUNDS + round));
  }
  /** @type {(what: string, times: number[][]) => string[]} */
  const row = (what, times) => {
    const each = times.map((pair) => Math.max(...pair)).sort((a, b) => a - b);
    return [what, ...[0.5, 0.99].map((share) => `${quantile(each, share).toFixed(0)} ms`)];
  };
  console.log(
    table([
      ["Refreshes on two nodes", "median", "p99"],
      row("a refresh is on both pages", told),
      row("… with the line cut just before", cut),
    ]),
  );
}

/**
 * Saves without a pause, on the other node whenever one does not answer; what was acknowledged last.
 *
 * @param {import("./lib/applicants.mjs").Applicant} person
 * @param {Node[]} nodes
 * @param {number} at
 * @param {() => number} until
 */
async function saver(person, nodes, at, until) {
  /** @type {Kept} */
  const kept = { value: null, acknowledged: 0, refused: {}, dead: 0 };
  for (let n = 0; Date.now() < until(); n += 1) {
    const value = `${person.userId} ${n}`;
    const body = { nome: value };
    const url = nodes[at % nodes.length]?.url ?? "";
    const answer = await callAs(url, "POST", "project", person, { body });
    if (answer.status === 200) {
      kept.value = value;
      kept.acknowledged += 1;
    } else if (answer.status === 0) {
      kept.dead += 1;
      kept.maybe = value;
      at += 1;
    } else kept.refused[answer.status] = (kept.refused[answer.status] ?? 0) + 1;
    await pause(PAUSE);
  }
  return kept;
}

/**
 * Saves on both nodes while `disturb` runs; lost are those whose acknowledged text is not what is stored.
 *
 * @param {string} what
 * @param {pg.Client} client
 * @param {Site} site
 * @param {Node[]} nodes
 * @param {() => Promise<void>} disturb
 */
async function whileSaving(what, client, site, nodes, disturb) {
  const people = await plantApplicants(site.env, SAVERS);
  let end = Number.POSITIVE_INFINITY;
  const saving = people.map((person, n) => saver(person, nodes, n, () => end));
  await pause(2_000);
  await disturb();
  end = Date.now() + 1_000;
  const kept = await Promise.all(saving);
  /** @type {pg.QueryResult<{ user_id: string, nome: string | null }>} */
  const { rows } = await client.query("select user_id, fields->>'nome' as nome from projects");
  const stored = new Map(rows.map(({ user_id, nome }) => [user_id, nome]));
  const lost = kept.filter(({ value, maybe }, n) => {
    const now = stored.get(people[n]?.userId ?? "");
    return value !== null && now !== value && now !== maybe;
  });
  /** @param {(one: Kept) => number} of */
  const sum = (of) => kept.reduce((all, one) => all + of(one), 0);
  const refused = kept.flatMap((one) => Object.entries(one.refused));
  const codes = Object.groupBy(refused, ([code]) => code);
  const told = Object.entries(codes).map(
    ([code, all = []]) => `${all.reduce((n, [, count]) => n + count, 0)} × ${code}`,
  );
  return [
    what,
    String(sum((one) => one.acknowledged)),
    String(lost.length),
    String(sum((one) => one.dead)),
    told.join(", ") || "none",
  ];
}

/**
 * @param {pg.Client} client
 * @param {Site} site
 */
async function doubledMails(client, site) {
  /** @type {pg.QueryResult<{ sent: number }>} */
  const { rows } = await client.query(
    "select count(*)::int as sent from outbox where sent_at is not null",
  );
  const answer = await fetch(`${site.env.MAILBOX_URL}/email`);
  /** @type {{ messageId?: string, headers: { [name: string]: string } }[]} */
  const mails = await answer.json();
  const ids = mails.map(({ messageId, headers }) => messageId ?? headers["message-id"]);
  return `${rows[0]?.sent} sent, ${mails.length} arrived, ${ids.length - new Set(ids).size} twice`;
}

/**
 * Mails in the outbox for the workers of both nodes to share.
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
 * Starts two nodes, refreshes, kills and stops one of them under load.
 *
 * @param {import("./lib/measures.mjs").Bench} bench
 */
export async function measure({ site: open }) {
  const site = await open();
  /** @type {[Node, Node]} */
  const nodes = [await startNode(site, "node-a"), await startNode(site, "node-b")];
  const client = new pg.Client({ connectionString: site.env.DATABASE_URL });
  await client.connect();
  try {
    await measureRefreshes(client, nodes);
    const [, second] = nodes;
    const killed = await whileSaving(`${KILLS} × kill -9`, client, site, nodes, async () => {
      for (let n = 0; n < KILLS; n += 1) {
        await queueMails(client, 50);
        await pause(APART / 4);
        second.signal("SIGKILL");
        await pause(APART);
        await second.start();
      }
    });
    const stopped = await whileSaving("SIGTERM", client, site, nodes, async () => {
      second.signal("SIGTERM");
      await pause(APART);
      await second.start();
    });
    const head = [`${SAVERS} savers, one node ends by`, "acknowledged", "lost", "cut", "refused"];
    console.log(table([head, killed, stopped]));
    await pause(5_000);
    console.log(`Mails: ${await doubledMails(client, site)}`);
  } finally {
    await client.end();
    for (const { drop } of nodes) await drop();
  }
}
