// @ts-check
// Compares a second round with 10,000 projects to an edition of the same size with only one round: evaluators' lists,
// the next project, rankings, the selection, and the assignment. A second round should take at most 1.2 times as long,
// and a selection that blends both rounds at most 2.2 times.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { logs } from "../../scripts/launcher/paths.mjs";
import { table } from "../../scripts/launcher/report.mjs";
import { runCommand } from "../../scripts/launcher/stack.mjs";
import { askAs, byCode, byPassword } from "./lib/asking.mjs";
import { quantile } from "./lib/measures.mjs";
import { READINGS, seedEdition, seedEvaluators, seedReadings } from "./lib/seed-evaluations.mjs";

/** @typedef {import("./lib/seed-evaluations.mjs").Sql} Sql */
/** @typedef {import("./lib/asking.mjs").Ask} Ask */
/** @typedef {{ email: string, path: string }} Request */

const PROJECTS = 10_000;
const EVALUATORS = 200;
const REQUESTS = 40;
const MOST = 1.2;
const MOST_BLENDED = 2.2;
const ROUND = 2;

/** @type {[name: string, path: string][]} */
const OF_EVALUATORS = [
  ["list", "projects?page=1"],
  ["last page", `projects?page=${PROJECTS / 20}`],
  ["by my total", "projects?orderby=my_total"],
  ["to read, food", "projects?state=todo&industry=industry-food"],
  ["search, many hits", "projects?search=progetto"],
  ["one project", "projects/ID?"],
  ["next to read", "projects/next?"],
  ["ranking", "projects/ranking?"],
];
/** @type {[name: string, path: string][]} */
const OF_STAFF = [
  ["assignment", "staff/assignment?"],
  ["who reads what", "staff/assignment/matrix?"],
  ["evaluators", "staff/evaluators?"],
  ["selection", "staff/selection?stage=STAGE"],
];

/**
 * Times several requests alternately, so that the load of the machine affects all of them equally. Returns p50 and
 * p95 of each request.
 *
 * @param {Ask} ask
 * @param {Request[]} requests
 */
async function inTurn(ask, requests) {
  /** @type {number[][]} */
  const times = requests.map(() => []);
  for (let run = 0; run <= REQUESTS; run += 1) {
    for (const [index, { email, path }] of requests.entries()) {
      const began = performance.now();
      const answer = await ask(email, path);
      if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
      const { results } = await answer.json();
      if (results === null) throw new Error(`${path} answers without results`);
      // The first response fills caches, so its duration does not count.
      if (run > 0) times[index]?.push(performance.now() - began);
    }
  }
  return times.map((all) => {
    all.sort((a, b) => a - b);
    return { p50: quantile(all, 0.5), p95: quantile(all, 0.95) };
  });
}

/**
 * Makes an edition the current one: its call has ended, and its evaluation has not.
 *
 * @param {Sql} sql
 * @param {string} edition
 */
async function makeCurrent(sql, edition) {
  await sql(
    `update editions set opens_at = now() - interval '90 days', closes_at = now() - interval '30 days' where id = $1`,
    [edition],
  );
}

/**
 * Adds a second round, in which evaluators read all projects of an edition. The decisions of the first round are
 * released, and they select all projects.
 *
 * @param {Sql} sql
 * @param {string} edition
 * @param {string[]} evaluators their ids
 */
async function seedSecondRound(sql, edition, evaluators) {
  await sql(
    `insert into rounds (edition_id, number, names, stage, reads, opens_at, closes_at, opened_at)
     values ($1, 1, '{"it": "Prima lettura", "en": "First reading"}', 'pre_selected', null, null, null, null),
       ($1, ${ROUND}, '{"it": "Seconda lettura", "en": "Second reading"}', 'semifinalist', 1,
        now() - interval '1 day', now() + interval '60 days', now() - interval '1 day')`,
    [edition],
  );
  await sql(
    `insert into round_jurors (edition_id, round, user_id)
     select $1, round, id from unnest($2::uuid[]) id, generate_series(1, ${ROUND}) round`,
    [edition, evaluators],
  );
  await sql(
    `with released as (insert into decision_releases (edition_id, at, actor, reason)
       values ($1, now(), 'bench', 'bench') returning id)
     insert into decisions (edition_id, project_id, stage, outcome, decided_at, actor, reason, release_id)
     select $1, project_id, 'pre_selected', 'selected', now(), 'bench', 'bench', released.id
     from submissions, released where edition_id = $1 and current`,
    [edition],
  );
  await seedReadings(sql, edition, evaluators, READINGS, ROUND);
}

/** @param {import("./lib/measures.mjs").Bench} bench */
export async function measure({ site, run }) {
  const { siteUrl, env } = await site();
  /** @type {{ accounts: import("../../scripts/launcher/welcome.mjs").Account[] }} */
  const { accounts } = JSON.parse(readFileSync(env.DEMO_FILE, "utf8"));
  const staff = accounts.find(({ role }) => role === "staff");
  const demo = accounts.find(({ role }) => role === "evaluator");
  if (!staff || !demo) throw new Error("the demo has no staff or no evaluator");
  const log = join(logs, "bench-code.log");
  /** @param {string} email */
  const codeOf = async (email) => {
    const args = ["demo-code", email];
    const said = await runCommand("user", { runFolder: run().runFolder, env, log, args });
    return /Code: (\d+)/.exec(said)?.[1] ?? "";
  };
  const ask = askAs(siteUrl, byPassword(siteUrl, demo.password));
  const asStaff = askAs(siteUrl, byCode(siteUrl, staff.password, codeOf));
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  try {
    /** @type {Sql} */
    const sql = (text, values) => client.query(text, values);
    await sql("insert into mail_pause default values");
    const seeded = await seedEvaluators(sql, demo, EVALUATORS);
    const { rows } = await sql(`select id, email from users where email = $1`, [demo.email]);
    const jury = [...seeded, ...rows];
    const ids = jury.map(({ id }) => id);
    const newest = await sql("select max(year) as year from editions");

    /**
     * Closes the evaluations of all evaluators.
     *
     * @param {number} edition
     * @param {{ round?: number }} of
     */
    const closeAll = async (edition, of) => {
      for (const { email } of jury) {
        const body = JSON.stringify({ closed: true, edition, ...of });
        const headers = { "Content-Type": "application/json" };
        await ask(email, "projects_evaluations", { method: "POST", headers, body });
      }
    };

    /**
     * Requests a proposed assignment of projects to evaluators. Returns the seconds that the server needed to calculate
     * the proposal.
     *
     * @param {string} edition
     * @param {number} round
     */
    const propose = async (edition, round) => {
      await asStaff(staff.email, "staff/assignment/proposal", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ readings: READINGS, seed: 1, ...(round > 1 && { round }) }),
      });
      for (;;) {
        const found = await sql(
          `select state, extract(epoch from done_at - begun_at) as seconds from assignment_proposals
           where edition_id = $1 and round = $2`,
          [edition, round],
        );
        const { state, seconds } = found.rows[0] ?? {};
        if (state === "failed") throw new Error("the proposal failed");
        if (state === "done") return Number(seconds);
        await sleep(500);
      }
    };

    const one = newest.rows[0].year + 1;
    const alone = await seedEdition(sql, one, PROJECTS, ids);
    await makeCurrent(sql, alone.edition);
    await sql("analyze");
    const proposed = [await propose(alone.edition, 1)];
    await closeAll(one, {});

    const two = one + 1;
    const later = await seedEdition(sql, two, PROJECTS, ids);
    await makeCurrent(sql, later.edition);
    await closeAll(two, {});
    await seedSecondRound(sql, later.edition, ids);
    await sql("analyze");
    proposed.push(await propose(later.edition, ROUND));
    await closeAll(two, { round: ROUND });
    // The first edition has no second round, so its jury also includes the demo's evaluators, who never close their
    // evaluations. Insert the row that opens the ranking; otherwise the selection page of this edition would contain no
    // ranking.
    await sql("insert into ranking_openings (edition_id, round, at) values ($1, 1, now())", [
      alone.edition,
    ]);
    await sql("vacuum analyze");

    /**
     * Returns two requests for the same path, one for each of the two measured editions.
     *
     * @param {string} path
     * @param {string} email
     */
    const inBoth = (path, email) => {
      const at = path.includes("?") && !path.endsWith("?") ? `${path}&` : path;
      return [
        {
          email,
          path: `${at}edition=${one}`.replace("ID", alone.project).replace("STAGE", "pre_selected"),
        },
        {
          email,
          path: `${at}edition=${two}&round=${ROUND}`
            .replace("ID", later.project)
            .replace("STAGE", "semifinalist"),
        },
      ];
    };
    /** @param {number} value */
    const ms = (value) => value.toFixed(1).padStart(7);
    /**
     * @param {string} name
     * @param {{ p50: number, p95: number }[]} times of both editions
     * @param {number} most
     */
    const row = (name, [first, second], most = MOST) => {
      if (!first || !second) throw new Error("two editions are compared");
      const ratio = second.p50 / first.p50;
      return [
        name,
        ...[first, second].map(({ p50, p95 }) => `${ms(p50)} ${ms(p95)}`),
        `× ${ratio.toFixed(2)}`,
        ratio <= most ? "" : `OVER ${most}`,
      ];
    };
    const lines = [];
    for (const [name, path] of OF_EVALUATORS) {
      lines.push(row(name, await inTurn(ask, inBoth(path, demo.email))));
    }
    for (const [name, path] of OF_STAFF) {
      lines.push(row(name, await inTurn(asStaff, inBoth(path, staff.email))));
    }
    const seconds = proposed.map((each) => ({ p50: each * 1000, p95: each * 1000 }));
    lines.push(row("a reading plan", seconds));
    await sql(`update rounds set weight = 60 where edition_id = $1 and number = ${ROUND}`, [
      later.edition,
    ]);
    const blended = inBoth("staff/selection?stage=STAGE", staff.email);
    lines.push(row("selection, blended", await inTurn(asStaff, blended), MOST_BLENDED));
    console.log(
      `A second round of ${PROJECTS} projects beside an edition with one reading, ${EVALUATORS} evaluators, ${READINGS} readings a project, milliseconds p50 p95 of ${REQUESTS}`,
    );
    console.log(table([["", "one reading", "second round", "ratio", ""], ...lines]));
  } finally {
    await client.end();
  }
}
