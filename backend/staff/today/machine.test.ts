import { sql } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, expect, test } from "vitest";
import type { CheckAnswer } from "@/contract/staff/checks";
import { testBackend } from "@/tests/support/servers/backend";
import { connect } from "../../db/connect";
import { instanceName, otherBuilds, readBuild } from "../../db/instances";
import { auditEntries } from "../../db/schema/audit-log";

const { db, deps, makeUser, makeEdition } = await testBackend();
await makeEdition();
const rita = await makeUser({ roles: ["staff"], email: "rita@example.org" });
const applicant = await makeUser();
const url = new URL(deps.config.DATABASE_URL);

const seen = (checks: CheckAnswer[], name: string) => checks.find(({ check }) => check === name);

test("staff read and see the reason but run no action while the database is read-only", async () => {
  const only = new URL(url);
  only.searchParams.set("options", "-c default_transaction_read_only=on");
  const standby = connect(only.href);
  afterAll(standby.close);
  const { api } = await testBackend({ database: { db: standby.db, url: only.href } });
  const { token } = rita;
  const today = await api("GET", "wp/v2/staff/today", { token });
  expect([today.status, seen(today.json.checks, "database_read_only")]).toEqual([
    200,
    expect.objectContaining({ count: 1, word: "stuck" }),
  ]);
  const strip = await api("GET", "wp/v2/staff/standstill", { token });
  expect(strip.json.checks[0]).toMatchObject({ check: "database_read_only", count: 1 });
  const list = await api("GET", "wp/v2/staff/applications", { token });
  expect([list.status, list.json.total]).toEqual([200, 0]);
  const lines = await db.$count(auditEntries);
  const pause = await api("POST", "wp/v2/staff/mails/pause", { token, body: {} });
  expect([pause.status, pause.json.code]).toEqual([503, "unavailable"]);
  const saved = await api("POST", "wp/v2/project", {
    token: applicant.token,
    body: { nome: "Filò" },
  });
  expect([saved.status, saved.json.code]).toEqual([503, "unavailable"]);
  expect(await db.$count(auditEntries)).toBe(lines);
});

/** Registers an instance with the given build by opening its database connection for the duration of the test. */
async function node(build: Awaited<ReturnType<typeof readBuild>>) {
  const line = new Client({ connectionString: url.href, application_name: instanceName(build) });
  await line.connect();
  return () => line.end();
}
const count = async (minutes: number) => (await otherBuilds(db, minutes)).count;

test("instances of one build are fine, and a second build is reported after a deployment's duration", async () => {
  const own = await readBuild(deps.config);
  expect(own).toMatchObject({
    version: expect.stringMatching(/^\d/),
    schema: expect.stringMatching(/^\d{4}_/),
  });
  expect(instanceName({ ...own, schema: "x".repeat(80) })).toHaveLength(63);
  const ends = [await node(own), await node(own)];
  expect(await count(0)).toBe(0);
  ends.push(await node({ ...own, build: "another" }));
  expect([await count(0), await count(30)]).toEqual([1, 0]);
  const since = (await otherBuilds(db, 0)).since;
  const { rows } = await db.execute<{ at: Date }>(sql`select clock_timestamp() as at`);
  expect(since).toBeInstanceOf(Date);
  expect(Number(since)).toBeLessThanOrEqual(new Date(String(rows[0]?.at)).getTime());
  ends.push(await node({ ...own, version: "0.0.1" }));
  expect(await count(0)).toBe(2);
  for (const end of ends) await end();
  await expect.poll(() => count(0)).toBe(0);
});
