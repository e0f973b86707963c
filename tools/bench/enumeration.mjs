// @ts-check
// Measures whether response times reveal that an email address has an account (OWASP ASVS 6.3.8), with 200 pairs of
// requests for each form. Each request has another client address. The order within a pair is random, because sending
// an email slows the next responses, and a fixed order would favor one kind of address.
import { randomUUID } from "node:crypto";
import pg from "pg";
import { table } from "../../scripts/launcher/report.mjs";
import { dice } from "./lib/dice.mjs";
import { median } from "./lib/measures.mjs";

const PAIRS = 200;
const BUDGET_MS = 20;
const PASSWORD = "tramonto-lampada-viola";

/**
 * A form that must not reveal whether an address has an account.
 *
 * @typedef {object} Form
 * @property {string} path
 * @property {"confirmed" | "waiting"} known
 * @property {(email: string) => object} body
 */

/**
 * The forms that must not reveal whether an address has an account, with their request bodies. `known` is the account
 * state in which the form does its full work: confirmed, or, for another confirmation email, waiting for confirmation.
 */
/** @type {[Form, ...Form[]]} */
const FORMS = [
  {
    path: "register",
    known: "confirmed",
    body: (email) => ({
      first_name: "Ada",
      last_name: "Riva",
      email,
      password: PASSWORD,
      privacy: true,
    }),
  },
  {
    path: "login",
    known: "confirmed",
    body: (email) => ({ email, password: "sbagliata-del-tutto" }),
  },
  { path: "password-recovery", known: "confirmed", body: (email) => ({ email }) },
  { path: "confirm/resend", known: "waiting", body: (email) => ({ email }) },
];

/**
 * Seeds accounts with a real password hash. The accounts are confirmed or wait for confirmation.
 *
 * @param {string} databaseUrl
 * @param {(email: string) => Promise<unknown>} register
 * @param {number} pairs
 */
async function plant(databaseUrl, register, pairs) {
  const first = `${randomUUID()}@example.org`;
  await register(first);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    /**
     * Inserts accounts whose address is confirmed or waits for confirmation. Returns their addresses.
     *
     * @param {boolean} confirmed
     */
    const add = async (confirmed) => {
      /** @type {import("pg").QueryResult<{ email: string }>} */
      const { rows } = await client.query(
        `insert into users (email, first_name, last_name, password_hash, email_confirmed_at)
         select gen_random_uuid() || '@example.org', 'Ada', 'Riva',
                (select password_hash from users where email = $1), $2::timestamptz
         from generate_series(1, $3) returning email`,
        [first, confirmed ? new Date() : null, pairs],
      );
      return rows.map(({ email }) => email);
    };
    return { confirmed: await add(true), waiting: await add(false) };
  } finally {
    await client.end();
  }
}

let callers = 0;

/**
 * Sends a form and returns the response's duration in milliseconds and its content.
 *
 * @param {string} siteUrl
 * @param {string} path
 * @param {object} body
 */
async function ask(siteUrl, path, body) {
  callers += 1;
  const began = performance.now();
  const answer = await fetch(`${siteUrl}/wp-json/wp/v2/users/${path}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Forwarded-For": `10.${callers >> 16}.${(callers >> 8) & 255}.${callers & 255}`,
    },
    body: JSON.stringify(body),
  });
  const said = `${answer.status} ${await answer.text()}`;
  return { time: performance.now() - began, said };
}

/**
 * Returns the share of pairs in which the request with a known address took longer than the request with an unknown
 * address. 0.5 reveals nothing; 0 and 1 reveal which addresses have accounts.
 *
 * @param {number[]} known
 * @param {number[]} unknown
 */
function separation(known, unknown) {
  let longer = 0;
  for (const a of known) for (const b of unknown) longer += a > b ? 1 : a === b ? 0.5 : 0;
  return longer / (known.length * unknown.length);
}

/**
 * Measures how much the responses and durations of each form reveal about the existence of an account.
 *
 * @param {Pick<import("./lib/measures.mjs").Bench, "site">} bench
 * @returns {Promise<{ path: string, apart: number, separation: number, answers: number }[]>} one result for each form
 */
export async function measure({ site }, pairs = PAIRS, seed = 1) {
  const { siteUrl, env } = await site();
  const [form] = FORMS;
  const pick = dice(seed);
  const known = await plant(
    env.DATABASE_URL,
    (email) => ask(siteUrl, form.path, form.body(email)),
    pairs,
  );
  const rows = [];
  const found = [];
  for (const { path, known: which, body } of FORMS) {
    /** @type {{ known: number[], unknown: number[] }} */
    const times = { known: [], unknown: [] };
    /** @type {Set<string>} */
    const answers = new Set();
    for (const email of known[which]) {
      /** @type {["known" | "unknown", string][]} */
      const pair = [
        ["known", email],
        ["unknown", `${randomUUID()}@example.org`],
      ];
      for (const [kind, address] of pick([true, false]) ? pair : pair.reverse()) {
        const { time, said } = await ask(siteUrl, path, body(address));
        times[kind].push(time);
        answers.add(said);
      }
    }
    const [one, other] = [median(times.known), median(times.unknown)];
    const apart = Math.abs(one - other);
    const separated = separation(times.known, times.unknown);
    found.push({ path, apart, separation: separated, answers: answers.size });
    rows.push([
      path,
      ...[one, other].map((each) => `${each.toFixed(1)} ms`),
      `${apart.toFixed(1)} ms${apart < BUDGET_MS ? "" : " TOO MUCH"}`,
      separated.toFixed(2),
      answers.size === 1 ? [...answers].join().slice(0, 40) : `${answers.size} DIFFERENT ANSWERS`,
    ]);
  }
  console.log(
    `Known and unknown addresses, medians of ${pairs} pairs (budget ${BUDGET_MS} ms apart)`,
  );
  console.log(table([["form", "known", "unknown", "apart", "separation", "answer"], ...rows]));
  return found;
}
