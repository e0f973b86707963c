// @ts-check
// Seeds applicants for benchmarks and sends requests as their browsers do.
import { Agent, request } from "node:http";
import { SignJWT } from "jose";
import pg from "pg";

/** @typedef {{ userId: string, cookie: string }} Applicant */
/** @typedef {{ [name: string]: string | number }} Headers */
/**
 * @typedef {object} Options of a call
 * @property {Buffer | object} [body]
 * @property {Headers} [headers]
 * @property {string} [base]
 */
/** @typedef {{ code?: string, projectVersion?: number, receipt?: { number: string } }} Said */
/**
 * The response to an API request.
 *
 * @typedef {object} Answer
 * @property {number} status 0 when the connection broke
 * @property {Said} json
 * @property {import("node:http").IncomingHttpHeaders} headers
 * @property {number} ms
 */

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/**
 * Seeds applicants. Each has a session, as after a sign-in. Returns the applicants with their cookies.
 *
 * @param {{ DATABASE_URL: string, TOKEN_SECRET: string }} env
 * @param {number} count
 * @param {number} [minutes] the lifetime of the sessions
 * @returns {Promise<Applicant[]>}
 */
export async function seedApplicants({ DATABASE_URL, TOKEN_SECRET }, count, minutes = 15) {
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  /** @type {import("pg").QueryResult<{ id: string, user_id: string }>} */
  const { rows } = await client.query(
    `with people as (
       insert into users (email, first_name, last_name, email_confirmed_at)
       select gen_random_uuid() || '@example.org', 'Ada', 'Riva', now() from generate_series(1, $1)
       returning id, email)
     insert into sessions (user_id, device) select id, 'benchmark' from people
     returning id, user_id`,
    [count],
  );
  await client.end();
  return Promise.all(
    rows.map(async ({ id, user_id }) => ({
      userId: user_id,
      cookie: `access=${await accessToken(TOKEN_SECRET, { id, user_id }, minutes)}`,
    })),
  );
}

/**
 * Returns an access token for a stored session, as a sign-in does.
 *
 * @param {string} secret
 * @param {{ id: string, user_id: string }} session
 * @param {number} [minutes] the lifetime of the token
 */
export function accessToken(secret, { id, user_id }, minutes = 15) {
  return new SignJWT({ sid: id })
    .setProtectedHeader({ alg: "HS256", typ: "at+jwt" })
    .setSubject(user_id)
    .setIssuer("slancio")
    .setAudience("wp-json")
    .setIssuedAt()
    .setExpirationTime(`${minutes}m`)
    .sign(Buffer.from(secret));
}

/**
 * Sends an API request as a page of the site does. Returns the status, JSON, headers, and milliseconds of the response.
 *
 * @param {string} siteUrl
 * @param {string} method
 * @param {string} path
 * @param {{ cookie: string }} person
 * @param {Options} [options]
 * @returns {Promise<Answer>}
 */
export function callAs(
  siteUrl,
  method,
  path,
  { cookie },
  { body, headers = {}, base = "/wp-json/wp/v2" } = {},
) {
  const began = performance.now();
  const payload = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return new Promise((resolve) => {
    const sent = request(
      `${siteUrl}${base}/${path}`,
      {
        method,
        agent,
        headers: {
          Cookie: cookie,
          "Sec-Fetch-Site": "same-origin",
          "Content-Length": payload ? Buffer.byteLength(payload) : 0,
          ...(body && !Buffer.isBuffer(body) && { "Content-Type": "application/json" }),
          ...headers,
        },
      },
      (answer) => {
        /** @type {Buffer[]} */
        const chunks = [];
        answer.on("data", (chunk) => chunks.push(chunk));
        answer.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          const json = text.startsWith("{") ? JSON.parse(text) : {};
          const { statusCode: status = 0, headers: given } = answer;
          resolve({ status, json, headers: given, ms: performance.now() - began });
        });
      },
    );
    sent.on("error", () =>
      resolve({ status: 0, json: {}, headers: {}, ms: performance.now() - began }),
    );
    sent.end(payload);
  });
}
