// @ts-check
// Sends mixed requests of several users through the reverse proxy. Compares each response with the response that an
// instance gives to the same request.
import { createHash } from "node:crypto";
import { asked } from "./asked.mjs";
import { dice } from "./dice.mjs";

/** @typedef {import("./asked.mjs").Answer} Answer */
/** @typedef {{ [name: string]: string }} Headers */
/** @typedef {{ cookie: string, mark?: string }} Visitor a visitor, and a text that only this visitor can read */
/** @typedef {{ path: string, headers: Headers, visitor: Visitor, shared: boolean }} Job */

const REQUESTS = 10_000;
const AT_ONCE = 16;

/** Public pages in both languages, and one address without a page. */
const PUBLIC = [
  "/",
  "/en",
  "/academy",
  "/en/academy",
  "/call-for-ideas",
  "/en/call-for-ideas",
  "/magazine",
  "/en/magazine",
  "/nothing/here",
  "/en/nothing/here",
];
const PERSONAL = ["/dashboard", "/en/dashboard", "/dashboard/edit-profile", "/login", "/en/login"];
const ME = "/wp-json/wp/v2/users/me/";
const CALLS = [ME, "/wp-json/wp/v2/project", "/wp-json/wp/v2/posts?per_page=1"];
const QUERIES = [
  ...Array.from({ length: 16 }, () => ""),
  "?_rsc=1a2b3",
  "?utm_source=x",
  "?",
  "?q=%E0%A4%A",
  "?_rsc=1&_rsc=2",
  "?next=/en",
];
/** @type {Headers[]} */
const KINDS = [
  {},
  {},
  {},
  { rsc: "1" },
  { rsc: "1", "next-router-prefetch": "1" },
  { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_tree" },
  { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_full" },
];
/** @type {Headers[]} */
const ODD = [
  ...Array.from({ length: 40 }, () => ({})),
  { authorization: "Bearer x" },
  { "accept-language": "en" },
  { "x-middleware-prefetch": "1" },
  { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
  { "x-forwarded-host": "evil.example" },
  { "x-invoke-path": "/dashboard" },
  { "x-matched-path": "/en" },
  { "x-nextjs-data": "1" },
  { "next-url": "/en" },
  { accept: "text/x-component" },
  { "cache-control": "no-cache", pragma: "no-cache" },
  { "x-prerender-revalidate": "1" },
  { "content-security-policy": "script-src 'nonce-x'" },
];

/**
 * Returns the cookies that a response sets, without their attributes.
 *
 * @param {Answer} answer
 */
const cookiesOf = ({ headers }) => (headers["set-cookie"] ?? []).map((line) => line.split(";")[0]);

/**
 * Returns the parts of a response that must be equal for equal requests. If a cache confuses two responses, these parts
 * differ. Excludes a personal page's nonce, which differs in every response.
 *
 * @param {Answer} answer
 * @param {boolean} isPublic
 */
function told({ status, headers, bytes }, isPublic) {
  const type = headers["content-type"] ?? "";
  const language = /<html[^>]* lang="(\w+)"/.exec(bytes.toString("latin1", 0, 4000))?.[1];
  const place = headers.location?.replace(/^https?:\/\/localhost(:\d+)?/, "");
  const words = isPublic && status < 300 ? createHash("sha256").update(bytes).digest("hex") : "";
  return JSON.stringify([status, type, language, place, headers["set-cookie"]?.length, words]);
}

/**
 * Sends many requests through the reverse proxy. Prints the number of responses with another user's data, and whether
 * responses came from the cache.
 *
 * @param {object} options
 * @param {{ https: number }} options.front
 * @param {number} options.port the port of the instance
 * @param {{ cookie: string }[]} options.people
 * @param {string} options.preview path of a preview link
 */
export async function isolation({ front, port, people, preview }) {
  const node = { port, name: "localhost" };
  const through = { port: front.https, tls: true, name: "localhost" };
  const entered = await asked(node, preview);
  const previewed = entered.headers.location;
  const draft = cookiesOf(entered).join("; ");
  /** @type {Visitor[]} */
  const visitors = ["", "", "signed_in=1; device=abc"].map((cookie) => ({ cookie }));
  for (const person of people) {
    const headers = { cookie: person.cookie };
    const { bytes } = await asked(node, ME, { headers });
    visitors.push({ cookie: person.cookie, mark: JSON.parse(bytes.toString()).email });
  }
  const marks = visitors.flatMap(({ mark }) => mark ?? []);
  const pick = dice(20_261_122);
  /** @type {Job[]} */
  const jobs = Array.from({ length: REQUESTS }, () => {
    const visitor = pick(visitors);
    const kind = pick(
      /** @type {const} */ (["public", "public", "public", "preview", "personal", "call"]),
    );
    const places = { public: PUBLIC, preview: [previewed], personal: PERSONAL, call: CALLS }[kind];
    const path = pick(places);
    const query = kind === "call" ? "" : pick(QUERIES);
    const more =
      kind === "preview" ? pick([draft, draft, ""]) : pick(["", "", "", "locale=en", draft]);
    const cookie = [visitor.cookie, more].filter(Boolean).join("; ");
    const headers = { ...pick(KINDS), ...pick(ODD), ...(cookie && { cookie }) };
    const shared = kind === "public" || (kind === "preview" && !cookie.includes("preview="));
    return { path: `${path}${query}`, headers, visitor, shared };
  });
  /** @type {{ path: string, headers: Headers, where: string, got: string, right: string }[]} */
  const wrong = [];
  /** @type {{ path: string, where: string, status: number }[]} */
  const failures = [];
  /**
   * The instance's responses, without the proxy, to the requests that the benchmark also sends through the proxy.
   *
   * @type {Map<string, string>}
   */
  const known = new Map();
  /** @type {{ [where: string]: number }} */
  const from = {};
  /**
   * Sends one request through the proxy. Records a response that differs from the instance's response or contains
   * another user's data.
   *
   * @param {Job} job
   */
  async function look({ path, headers, visitor, shared }) {
    const got = await asked(through, path, { headers });
    const where = String(got.headers["x-front"] ?? "passed");
    from[where] = (from[where] ?? 0) + 1;
    const text = got.bytes.toString();
    const strange = marks.filter((mark) => mark !== visitor.mark && text.includes(mark));
    const stored = !shared && where === "HIT" && got.status !== 404;
    // If the responses of the proxy and the instance differ, ask the instance again, because it can revalidate the page
    // between the two requests.
    const key = JSON.stringify([path, headers]);
    let right = known.get(key) ?? "";
    for (let tries = 0; tries < 3 && right !== told(got, shared); tries++) {
      right = told(await asked(node, path, { headers }), shared);
    }
    known.set(key, right);
    // A server error shows no data of another user, but it counts as a failure.
    if (got.status >= 500) failures.push({ path, where, status: got.status });
    else if (strange.length > 0 || stored || right !== told(got, shared)) {
      wrong.push({ path, headers, where, got: told(got, false), right: right.slice(0, 200) });
    }
  }
  const began = Date.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = jobs.pop(); next; next = jobs.pop()) await look(next);
    }),
  );
  console.log(
    `Mixed requests through the front: ${wrong.length} of ${REQUESTS} got what is another's, ${failures.length} a 5xx (${Math.round((Date.now() - began) / 1000)} s; ${JSON.stringify(from)})`,
  );
  for (const one of [...wrong, ...failures].slice(0, 10))
    console.log(`  ${JSON.stringify(one).slice(0, 700)}`);
}
