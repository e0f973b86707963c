import { existsSync } from "node:fs";
import { Agent } from "node:https";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { BROTLI, frontMissing } from "../../scripts/testing/proxy.mjs";
import { ask } from "./ask";
import { frontBeforeNode } from "./proxy-before";

/* Tests that the reverse proxy compresses responses and limits the request rate. */

const missing = frontMissing();
/** A page with a long address. The test server repeats the address, so the response is worth compressing. */
const PAGE = `/academy/${"a".repeat(2_000)}`;
/**
 * The number of parallel requests that the proxy allows for each address, the number that the test sends, and the
 * maximum number of rounds.
 */
const [BURST, MANY, ROUNDS] = [200, 400, 10];

describe.skipIf(missing)("responses of the reverse proxy", () => {
  const here = frontBeforeNode();

  test.each([
    ["gzip", gunzipSync, true],
    ["br", brotliDecompressSync, existsSync(BROTLI)],
  ])(
    "the reverse proxy compresses a page, also from its cache, with %s",
    async (encoding, unpack, hasModule) => {
      if (!hasModule) return console.warn("SKIPPED: nginx has no module for brotli");
      const plain = await ask(here.front, PAGE);
      expect(plain.headers["content-encoding"]).toBeUndefined();
      const packed = await ask(here.front, PAGE, { headers: { "accept-encoding": encoding } });
      expect([packed.headers["content-encoding"], packed.front]).toEqual([encoding, "HIT"]);
      expect(packed.headers.vary).toContain("Accept-Encoding");
      const bytes = Buffer.from(packed.body, "latin1");
      expect(bytes.length).toBeLessThan(plain.body.length / 4);
      expect(unpack(bytes).toString("latin1")).toBe(plain.body);
    },
  );

  test("the reverse proxy refuses an address with too many requests in the contract's format, and no other address", async () => {
    const agents = ["127.0.0.5", "127.0.0.6"].map(
      (localAddress) =>
        new Agent({ keepAlive: true, maxSockets: 32, localAddress, rejectUnauthorized: false }),
    );
    const call = (agent?: Agent) => ask(here.front, "/wp-json/wp/v2/project", { agent });
    const answers: Awaited<ReturnType<typeof ask>>[] = [];
    const told = (status: number) => answers.filter((answer) => answer.status === status);
    // Repeat the requests, because a slow machine can stay below the limit in the first round.
    for (let round = 0; round < ROUNDS && told(429).length === 0; round += 1) {
      answers.push(...(await Promise.all(Array.from({ length: MANY }, () => call(agents[0])))));
    }
    const refused = told(429);
    expect(refused.length).toBeGreaterThan(0);
    expect(told(401)).toHaveLength(answers.length - refused.length);
    expect(told(401).length).toBeGreaterThanOrEqual(BURST);
    expect(refused[0]?.headers["retry-after"]).toBe("5");
    expect(JSON.parse(String(refused[0]?.body))).toMatchObject({
      code: "too_many_requests",
      data: { status: 429 },
    });
    expect((await call(agents[1])).status).toBe(401);
    for (const agent of agents) agent.destroy();
  });
});
