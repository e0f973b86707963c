import fc from "fast-check";
import { expect, test } from "vitest";
import { endpoints } from "@/contract/api";
import { type Endpoint, roleFor } from "@/contract/endpoint";
import { requestWhitepaper } from "@/contract/forms";
import { fewerPerCommit, seedOr, times } from "@/tests/support/attack";
import { hostileBody, hostileWord } from "@/tests/support/made-files/hostile";
import { TUS } from "@/tests/support/made-files/tus";
import { evaluationBench } from "@/tests/support/people/evaluation";
import { fullDraft } from "@/tests/support/people/project";
import { createBackend } from "../app";
import { rateLimits } from "../db/schema/accounts";
import { openLog } from "./log";

/** Number of generated bodies per endpoint with a body, and of generated URLs per endpoint without a body. */
const BODIES = fewerPerCommit(2000, 20);
const ADDRESSES = fewerPerCommit(200, 20);
/**
 * Number of parallel requests. Some responses wait on purpose to hide their timing, so a sequential test would be slow.
 */
const TOGETHER = 40;

const bench = await evaluationBench();
const { db, deps, api, makeUser } = bench;
const errors: string[] = [];
const log = openLog(
  { ...deps.config, LOG_LEVEL: "error" },
  { write: (line: string) => void errors.push(line) },
);
const backend = createBackend({ ...deps, config: { ...deps.config, TRUSTED_HOPS: 1 }, log });
const { id: sentId } = await bench.makeSent();

/** Returns a token with the endpoint's role, so that generated bodies reach the endpoint's handler. */
async function tokenFor({ access }: Endpoint): Promise<string> {
  if (access === "anyone") return "";
  const role = roleFor(access);
  const { token } = await makeUser({ roles: role ? [role] : [] });
  await api("POST", "wp/v2/project", { token, body: fullDraft() });
  return token;
}

const places = fc.oneof(
  fc.constantFrom(sentId, sentId.toUpperCase(), "0", "..", "%00", "null", "constructor"),
  fc.uuid(),
  hostileWord,
);
const headers = fc.record(
  {
    "If-Match": fc.constantFrom("0", '"1"', "*", "-1", "1e9", "abc", "99999999999999999999"),
    "Idempotency-Key": fc.constantFrom("", "a", "x".repeat(300)),
    "Upload-Length": fc.constantFrom("0", "10", "-5", "1e3", "104857601", "99999999999999999999"),
    "Upload-Offset": fc.constantFrom("0", "-1", "x", "1e99"),
    "Upload-Metadata": fc.constantFrom(
      "",
      "field cGl0Y2g=",
      "field cGl0Y2g=,filename eC5wZGY=",
      ",,",
    ),
    "Content-Type": fc.constantFrom(
      "application/offset+octet-stream",
      "text/html",
      "application/json",
    ),
    Range: fc.constantFrom("bytes=0-", "bytes=9-1", "bytes=-9999999999"),
  },
  { requiredKeys: [] },
);
/** Generates query parameters: parameters that the endpoint reads, and unknown parameters. */
const queryOf = ({ query }: Endpoint) =>
  fc.dictionary(
    fc.constantFrom("lang", "page", "x", ...Object.keys(query?.shape ?? {})),
    fc.oneof(hostileWord, fc.constantFrom("-1", "0", "1e9", "999999999999", "NaN", "2026", "csv")),
    { maxKeys: 3 },
  );

async function send(
  endpoint: Endpoint,
  token: string,
  [body, place, more, search]: readonly [string | null, string, object, Record<string, string>],
) {
  const path = endpoint.path.replaceAll(/\{\w+\}/g, encodeURIComponent(place.toWellFormed()));
  const address = new URLSearchParams(search);
  const answer = await backend.fetch(
    new Request(`https://slancio.example/wp-json/${path}?${address}`, {
      method: endpoint.method,
      headers: {
        ...TUS,
        "X-Forwarded-For": `10.0.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
        ...(token && { Authorization: `Bearer ${token}` }),
        ...more,
      },
      body,
    }),
  );
  await answer.arrayBuffer();
  return answer.status;
}

const takesBody = ({ method }: Endpoint) =>
  method === "POST" || method === "PATCH" || method === "DELETE";

test.each([...new Set([...endpoints, requestWhitepaper])])(
  "$method $path answers hostile input without a server error",
  { timeout: times(120_000) },
  async (endpoint) => {
    const seed = seedOr(Date.now());
    errors.length = 0;
    const count = endpoint.body || endpoint.method === "PATCH" ? BODIES : ADDRESSES;
    const bodies = takesBody(endpoint) ? hostileBody(endpoint.body) : fc.constant(null);
    const asked = fc.sample(fc.tuple(bodies, places, headers, queryOf(endpoint)), {
      numRuns: count,
      seed,
    });
    let token = await tokenFor(endpoint);
    for (let from = 0; from < asked.length; from += TOGETHER) {
      // Resets rate limits only for public endpoints. Endpoints that check the password keep their limit, so most
      // requests are refused before the slow password hashing.
      if (endpoint.access === "anyone") await db.delete(rateLimits);
      // Logging out and deactivating the account end the session, so the next calls need a new session.
      if (endpoint.name === "logout" || endpoint.name === "deactivateMe")
        token = await tokenFor(endpoint);
      await Promise.all(
        asked.slice(from, from + TOGETHER).map(async (one) => {
          const status = await send(endpoint, token, one);
          const told = `seed ${seed}: ${JSON.stringify(one)} ${errors.at(-1) ?? ""}`;
          // Without the sign-in provider's keys, the contract requires 503 for a well-formed token.
          const isUnavailable = /sso|providers/.test(endpoint.path) && status === 503;
          if (!isUnavailable) expect(status, told).toBeLessThan(500);
        }),
      );
    }
    expect(errors).toEqual([]);
    expect("polluted" in {}).toBe(false);
  },
);
