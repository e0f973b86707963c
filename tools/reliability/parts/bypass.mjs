// @ts-check
// Sends unusual forms of requests, which have bypassed the access checks of similar sites, to each private page and
// endpoint. Sends each without a session and as another user. Accepts a rejection or a page without the owner's data,
// but never a 5xx.
import { connect } from "node:net";
import { callAs, seedApplicants } from "../../bench/lib/applicants.mjs";

const MARK = "parole-che-nessun-altro-legge";
const PAGES = ["/dashboard", "/dashboard/application", "/dashboard/edit-profile", "/en/dashboard"];
const CALLS = [
  "/wp-json/wp/v2/users/me/",
  "/wp-json/wp/v2/project",
  "/wp-json/wp/v2/users/me/export",
];
const SUBREQUEST = "middleware:middleware:middleware:middleware:middleware";

/** @type {Record<string, string>[]} */
const HEADERS = [
  {},
  { "x-middleware-subrequest": SUBREQUEST },
  { "x-middleware-subrequest": `src/${SUBREQUEST}` },
  { "x-middleware-subrequest-id": "1", "x-middleware-next": "1" },
  { RSC: "1" },
  { RSC: "1", "Next-Router-Prefetch": "1" },
  { RSC: "1", "Next-Router-Prefetch": "1", "Next-Router-Segment-Prefetch": "/_tree" },
  { RSC: "1", "Next-Router-State-Tree": "%5B%22%22%5D" },
  { "x-nextjs-data": "1" },
  { "x-now-route-matches": "1=dashboard", "x-matched-path": "/dashboard" },
  { "x-original-url": "/dashboard", "x-rewrite-url": "/dashboard" },
  { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
  { "x-http-method-override": "GET", "x-user-id": "1", "x-forwarded-user": "admin" },
  { Authorization: "Bearer eyJhbGciOiJub25lIn0.e30." },
  { "Content-Security-Policy": "script-src 'nonce-x'", "x-nonce": "x" },
  { "Next-Action": "00", "Content-Type": "multipart/form-data; boundary=x" },
  { Cookie: "access=x; signed_in=1; __prerender_bypass=x" },
  { Upgrade: "websocket", Connection: "Upgrade" },
];

/**
 * Returns unusual spellings of a path, with which an attacker could bypass the access check.
 *
 * @param {string} path
 */
const shapes = (path) => [
  path,
  `${path}/`,
  `/${path}`,
  `/.${path}`,
  `/en/..${path}`,
  `/_next/..${path}`,
  `/_next/static/..%2f..${path}`,
  path.replace("/", "/%2f"),
  path.replaceAll("d", "%64"),
  `${path}%2f`,
  `${path}%00`,
  `${path};x`,
  `${path}.rsc`,
  `${path}.txt`,
  `${path}.segments/_tree.segment.rsc`,
  `/_next/data/build${path}.json`,
  `${path}?nxtPlocale=en&__nextLocale=en`,
  `${path}?_rsc=1`,
  `http://evil.example${path}`,
];

/**
 * Sends a request over a plain socket without normalizing its path.
 *
 * @param {number} port
 * @param {string} target
 * @param {Record<string, string>} headers
 * @returns {Promise<string>} the whole response
 */
function say(port, target, headers) {
  return new Promise((resolve, reject) => {
    let text = "";
    const lines = Object.entries({ Host: `localhost:${port}`, Connection: "close", ...headers });
    const socket = connect(port, "127.0.0.1", () => {
      const head = lines.map(([name, value]) => `${name}: ${value}`).join("\r\n");
      socket.write(`GET ${target} HTTP/1.1\r\n${head}\r\n\r\n`);
    });
    socket.setTimeout(20_000, () => socket.destroy(new Error(`no answer to ${target}`)));
    socket.setEncoding("latin1").on("data", (part) => {
      text += part;
      // Close the connection after the response, because a request with Upgrade can keep it open.
      if (/upgrade/i.test(headers.Connection ?? "") && text.includes("\r\n\r\n")) socket.destroy();
    });
    socket.on("error", reject).on("close", () => resolve(text));
  });
}

/** In `npm run test:all`, one in this number of requests is sent. The seed selects the requests. */
const SHORT = 8;

/**
 * Requests private pages and endpoints with unusual paths and headers. The result lists the responses that reveal
 * private data.
 *
 * @param {Pick<import("../../bench/lib/measures.mjs").Bench, "site">} asked
 * @param {{ seed: number, isShort?: boolean }} measure
 */
export async function measure({ site }, { seed, isShort }) {
  const { siteUrl, env, port } = await site();
  const [owner, other] = await seedApplicants(env, 2);
  if (!owner || !other) throw new Error("no applicants were planted");
  const saved = await callAs(siteUrl, "POST", "project", owner, { body: { idea: MARK } });
  if (saved.status !== 200) throw new Error(`nothing private was saved: ${saved.status}`);
  const own = await say(port, "/wp-json/wp/v2/project", { Cookie: owner.cookie });
  if (!own.includes(MARK)) throw new Error("its owner does not see what was saved");
  /** @type {string[]} */
  const wrong = [];
  let count = 0;
  const every = [...PAGES, ...CALLS].flatMap((path) =>
    shapes(path).flatMap((target) =>
      HEADERS.flatMap((headers) => [
        { target, headers, who: "nobody" },
        ...(headers.Cookie
          ? []
          : [{ target, headers: { ...headers, Cookie: other.cookie }, who: "another" }]),
      ]),
    ),
  );
  const jobs = isShort ? every.filter((_, index) => (index + seed) % SHORT === 0) : every;
  const look = async () => {
    for (let job = jobs.pop(); job; job = jobs.pop()) {
      const text = await say(port, job.target, job.headers);
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
      count += 1;
      const isPrivateCall = job.who === "nobody" && /^\/wp-json/.test(job.target) && status === 200;
      const location = /^location: (.*)$/im.exec(text)?.[1] ?? "";
      if (text.includes(MARK) || text.includes(owner.userId)) wrong.push(`${job.target} LEAKS`);
      else if (!(status < 500) || isPrivateCall || location.includes("evil.example"))
        wrong.push(`${job.target} ${Object.keys(job.headers)}: ${status} ${location}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, look));
  for (const one of wrong.slice(0, 20)) console.log(`  ${one}`);
  return {
    figure: `${count} requests, ${wrong.length} wrong${wrong[0] ? ` (${wrong[0].slice(0, 120)})` : ""}`,
    passed: wrong.length === 0,
  };
}
