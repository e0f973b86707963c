import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { frontMissing } from "../../scripts/testing/proxy.mjs";
import { seedOr, times } from "../support/attack";
import { answerTo } from "../support/servers/upstream";
import { ask } from "./ask";
import { frontBeforeNode } from "./proxy-before";

/* Every request must get the response that an instance gives to this request, in any order of requests. */

const REQUESTS = times(2_000);
const SEED = seedOr(20_261_122);
const AT_ONCE = 32;
const missing = frontMissing();

const either = <T>(...values: T[]) => fc.constantFrom(...values);

const places = either("/", "/en", "/academy", "/login", "/marked", "/gone", "/dashboard");
const queries = either("", "", "", "?", "?_rsc=1", "?a=b", "?1");
const cookies = fc.subarray(
  [
    "access=ada",
    "__Host-access=ugo",
    "refresh=r",
    "__prerender_bypass=p",
    "locale=en",
    "down=1",
    "signed_in=1",
    "x-access",
  ],
  { maxLength: 2 },
);
/** Headers that Next sends during client navigation, and invalid values of these headers. */
const kinds = either<Record<string, string>>(
  {},
  {},
  {},
  { rsc: "1" },
  { rsc: "1", "next-router-prefetch": "1" },
  { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_tree" },
  { rsc: "1", "next-router-state-tree": "%5B%22%22%5D" },
  { rsc: "1 1" },
  { rsc: "1", "next-router-prefetch": "2 1", "next-router-state-tree": "1 x" },
);
const odd = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Record<string, string>>({}) },
  {
    weight: 1,
    arbitrary: either<Record<string, string>>(
      { authorization: "Bearer x" },
      { "accept-language": "en" },
      { range: "bytes=0-" },
      { "x-forwarded-host": "evil.example" },
      { "x-middleware-prefetch": "1" },
      { "cache-control": "no-cache" },
      { accept: "text/x-component" },
    ),
  },
);
const headers = fc.tuple(kinds, odd).map(([kind, more]) => ({ ...kind, ...more }));
const requests = fc.record({
  place: places,
  query: queries,
  cookies,
  headers,
  method: either("GET", "GET", "GET", "HEAD"),
});

describe.skipIf(missing)("the cache of the reverse proxy", () => {
  const here = frontBeforeNode();
  beforeAll(() => {
    here.node.gone.add("/gone");
  });

  test(`the reverse proxy's cache gives no client another client's page in ${REQUESTS} mixed requests`, {
    timeout: times(30_000),
  }, async () => {
    const mixed = fc.sample(requests, { numRuns: REQUESTS, seed: SEED });
    const wrong: unknown[] = [];
    const from = new Map<string, number>();
    const one = async ({ place, query, method, ...given }: (typeof mixed)[number]) => {
      const path = place + query;
      const cookie = given.cookies.join("; ");
      const headers = { ...given.headers, ...(cookie && { cookie }) };
      const got = await ask(here.front, path, { method, headers });
      const right = answerTo({ method, path, headers }, here.node.gone);
      // Treat 206 as 200, because the proxy can answer a range request from a stored page.
      const status = got.status === 206 ? 200 : got.status;
      const body = method === "HEAD" ? "" : right.body;
      const { location } = got.headers;
      from.set(got.front ?? "", (from.get(got.front ?? "") ?? 0) + 1);
      if (status !== right.status || got.body !== body || location !== right.headers.Location) {
        wrong.push({ method, path, headers, got, right });
      }
    };
    const rest = [...mixed];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let next = rest.pop(); next; next = rest.pop()) await one(next);
      }),
    );
    expect(wrong).toEqual([]);
    // The test is valid only if the cache answered enough requests.
    expect(from.get("HIT")).toBeGreaterThan(REQUESTS / 20);
  });
});
