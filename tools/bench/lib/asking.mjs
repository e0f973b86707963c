// @ts-check
// A client that sends requests to the running site as an account and measures the response times.
import { quantile } from "./measures.mjs";

/** @typedef {ReturnType<typeof askAs>} Ask */
/** @typedef {Awaited<ReturnType<typeof timed>>} Times */

export const REQUESTS = 60;
/** Milliseconds after which the benchmark replaces an access token. The token's real lifetime is longer. */
const TOKEN_MS = 10 * 60_000;

/**
 * Returns the URL below which a site has its API endpoints.
 *
 * @param {string} siteUrl
 */
const below = (siteUrl) => `${siteUrl}/wp-json/wp/v2/`;

/**
 * Sends a POST request with a JSON body.
 *
 * @param {string} url
 * @param {object} body
 */
export function post(url, body) {
  return fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

/**
 * Returns a function that signs in an account with the password.
 *
 * @param {string} siteUrl
 * @param {string} password
 * @returns {(email: string) => Promise<string>} an access token
 */
export function byPassword(siteUrl, password) {
  return async (email) => {
    const answer = await post(`${below(siteUrl)}users/login`, { email, password });
    return (await answer.json()).access_token;
  };
}

/**
 * Returns a function that signs in an account with an authenticator app and returns its access token.
 *
 * @param {string} siteUrl
 * @param {string} password
 * @param {(email: string) => Promise<string>} codeOf
 * @returns {(email: string) => Promise<string>}
 */
export function byCode(siteUrl, password, codeOf) {
  return async (email) => {
    const half = await post(`${below(siteUrl)}users/login`, { email, password });
    const { data } = await half.json();
    const answer = await post(`${below(siteUrl)}users/login/second-factor`, {
      challenge: data.challenge,
      code: await codeOf(email),
    });
    return (await answer.json()).access_token;
  };
}

/**
 * Returns a function that sends requests as an account. The function signs the account in when needed. It throws on an
 * error response.
 *
 * @param {string} siteUrl
 * @param {(email: string) => Promise<string>} signIn
 */
export function askAs(siteUrl, signIn) {
  /** @type {Map<string, { token: string, until: number }>} */
  const tokens = new Map();
  /**
   * Returns an access token of an account. Signs the account in if the last token is too old.
   *
   * @param {string} email
   */
  async function tokenOf(email) {
    const known = tokens.get(email);
    if (known && known.until > Date.now()) return known.token;
    const token = await signIn(email);
    tokens.set(email, { token, until: Date.now() + TOKEN_MS });
    return token;
  }
  /**
   * Sends an API request as an account. Throws on an error response.
   *
   * @param {string} email
   * @param {string} path
   * @param {{ method?: string, headers?: Record<string, string>, body?: string }} init
   */
  return async function ask(email, path, init = {}) {
    const answer = await fetch(below(siteUrl) + path, {
      ...init,
      headers: { ...init.headers, Authorization: `Bearer ${await tokenOf(email)}` },
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
}

/**
 * Returns the response times of a path in ms: the median (p50), the 95th percentile (p95), and the first response.
 *
 * @param {Ask} ask
 * @param {string} email
 * @param {string} path
 * @param {number} [requests] the number of measured requests, in addition to the first one
 */
export async function timed(ask, email, path, requests = REQUESTS) {
  /** @type {number[]} */
  const times = [];
  for (let run = 0; run <= requests; run += 1) {
    const began = performance.now();
    await (await ask(email, path)).arrayBuffer();
    times.push(performance.now() - began);
  }
  const [first = Number.NaN, ...rest] = times;
  rest.sort((a, b) => a - b);
  return { first, p50: quantile(rest, 0.5), p95: quantile(rest, 0.95) };
}

/**
 * Returns a table of response times by data size: p50 and p95 for each size, and their growth. Marks values above the
 * budget.
 *
 * @param {string[]} names
 * @param {Map<string, Times>[]} columns one for each size
 * @param {number} budget the largest allowed p95, in ms
 */
export function growthOf(names, columns, budget) {
  /**
   * Formats milliseconds with one decimal, aligned to the right.
   *
   * @param {number} value
   */
  const ms = (value) => value.toFixed(1).padStart(6);
  return names.map((name) => {
    const each = columns.flatMap((column) => column.get(name) ?? []);
    const [small, last] = [each[0], each.at(-1)];
    if (!small || !last) return [name];
    return [
      name,
      ...each.map(({ p50, p95 }) => `${ms(p50)} ${ms(p95)}`),
      `× ${(last.p50 / small.p50).toFixed(1)}`,
      ms(last.first),
      last.p95 < budget ? "" : "OVER BUDGET",
    ];
  });
}
