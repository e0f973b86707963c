import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { connect } from "@/backend/db/connect";
import { EDITION_TAG } from "@/contract/service";
import { testBackend } from "../support/servers/backend";
import { openNode } from "../support/servers/instances";
import { openPooler, PGBOUNCER } from "../support/servers/pooler";

if (!PGBOUNCER) {
  console.warn(
    "SKIPPED: pgbouncer is not installed, so nothing is tried behind it (apt install pgbouncer)",
  );
}

describe.skipIf(!PGBOUNCER)("behind PgBouncer in transaction mode", async () => {
  if (!PGBOUNCER) return;
  const bench = await testBackend({ now: new Date() });
  const direct = bench.deps.config.DATABASE_URL;
  const pooled = await openPooler(direct);
  const env = { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct, GRACE_MINUTES: "0" };
  const nodes: Awaited<ReturnType<typeof openNode>>[] = [];
  const { db, close } = connect(pooled, { pooled: true });
  afterAll(close);
  beforeAll(async () => {
    nodes.push(await openNode(bench, env), await openNode(bench, env));
    const now = Date.now();
    const [opensAt, closesAt] = [new Date(now - 3_600_000), new Date(now + 3_600_000)];
    await bench.makeEdition({ year: new Date().getUTCFullYear(), opensAt, closesAt });
  });

  test("PgBouncer sets the 30 s limit of statements in its connect_query, because it refuses a connection that asks for it", async () => {
    const { rows } = await db.execute(sql`show statement_timeout`);
    expect(rows).toEqual([{ statement_timeout: "30s" }]);
    const refused = connect(pooled);
    await expect(refused.db.execute(sql`select 1`)).rejects.toThrow();
    await refused.close();
  });

  test("after 200 parallel saves by 20 applicants through two instances, each application has its last save", async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => bench.makeUser()));
    await Promise.all(
      people.map(async ({ token }, n) => {
        for (let round = 0; round < 10; round += 1) {
          const body = { nome: `${n} ${round}` };
          const { status } = await nodes[(n + round) % 2]!.api("POST", "wp/v2/project", {
            token,
            body,
          });
          expect(status).toBe(200);
        }
      }),
    );
    for (const [n, { token }] of people.entries()) {
      const { json } = await nodes[n % 2]!.api("GET", "wp/v2/project", { token });
      expect(json.project.nome).toBe(`${n} 9`);
    }
  });

  test("behind PgBouncer an invalidation reaches each instance, the jobs run, and all instances are ready", async () => {
    const told = nodes.map(() => vi.fn(async () => {}));
    await Promise.all(nodes.map((node, n) => node.followInvalidations(told[n]!)));
    await nodes[0]!.publishInvalidation(EDITION_TAG);
    await vi.waitFor(() => told.forEach((refresh) => void expect(refresh).toHaveBeenCalled()), {
      timeout: 1_000,
    });
    for (const node of nodes) await node.requireReady();
    const { rows } = await db.execute<{ jobs: number }>(
      sql`select count(*)::int as jobs from clock_runs`,
    );
    expect(rows[0]?.jobs).toBeGreaterThan(5);
  });
});
