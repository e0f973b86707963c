import { sql } from "drizzle-orm";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { prepareDemo } from "@/backend/commands/demo/prepare-demo";
import { connect } from "@/backend/db/connect";
import { knownMigrations, migrateDatabase } from "@/backend/db/migrate";
import { editions } from "@/backend/db/schema/applications";
import { hashPassword } from "@/backend/users/passwords/password";
import { signAccessToken } from "@/backend/users/sessions/access-token";
import { testBackend } from "../support/servers/backend";
import { emptyDatabase } from "../support/servers/database";
import { openNode } from "../support/servers/instances";

const bench = await testBackend({ now: new Date() });
const { db, deps, makeUser, makeEdition } = bench;
const SAVE = "wp/v2/project";
const PASSWORD = "una parola lunga e segreta";
const [OLD, NEW] = [deps.config.TOKEN_SECRET, "another secret of the tests, long enough to be one"];
const MINUTE = 60_000;
const open = (env?: Record<string, string>) => openNode(bench, env, onTestFinished);

afterEach(() => {
  vi.useRealTimers();
});

/** Shifts this machine's clock by some ms. The monotonic clock is unchanged. */
function setMachine(off: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + off });
}

test("parallel guesses through two instances get no more attempts than through one", async () => {
  const nodes = [await open(), await open()];
  const { email } = await makeUser({ passwordHash: await hashPassword(PASSWORD) });
  const guess = (n: number, password: string) =>
    nodes[n % 2]!.api("POST", "wp/v2/users/login", { body: { email, password } });
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => guess(n, `wrong ${n}`)));
  const checked = answers.filter(({ status }) => status === 401);
  expect(checked.length).toBeLessThanOrEqual(10);
  expect(answers.filter(({ status }) => status === 429).length).toBe(60 - checked.length);
  for (const n of [0, 1]) expect((await guess(n, PASSWORD)).status).toBe(429);
});

describe("the deadline with wrong clocks", () => {
  test.each([
    { off: 90_000, left: 30_000, status: 200 },
    { off: -90_000, left: -30_000, status: 403 },
  ])(
    "an instance $off ms off answers a save $left ms before the deadline with $status",
    async ({ off, left, status }) => {
      await db.execute(sql`truncate editions cascade`);
      const [{ now } = { now: 0 }] = (
        await db.execute<{ now: number }>(
          sql`select extract(epoch from clock_timestamp())::float8 * 1000 as now`,
        )
      ).rows;
      const year = new Date(now).getUTCFullYear();
      const closesAt = new Date(now + left);
      await makeEdition({ year, opensAt: new Date(now - 60 * MINUTE), closesAt });
      const { id, sessionId } = await makeUser();
      const token = await signAccessToken({ userId: id, sessionId }, OLD, new Date(now));
      setMachine(off);
      const node = await open({ GRACE_MINUTES: "0" });
      const saved = await node.api("POST", SAVE, { token, body: { nome: "Alba" } });
      expect([saved.status, saved.json.code]).toEqual([
        status,
        status === 200 ? undefined : "deadline_passed",
      ]);
      const { json: health } = await node.api("GET", "health");
      expect(health).toMatchObject({ database: "up", clock: "down" });
      expect(health.status).toBe("degraded");
    },
  );
});

describe("TOKEN_SECRET is replaced instance by instance", () => {
  test("a token of either instance is valid on both, and a parallel refresh on both has one successor", async () => {
    const old = await open({ TOKEN_SECRET: OLD, TOKEN_SECRET_PREVIOUS: NEW });
    const young = await open({ TOKEN_SECRET: NEW, TOKEN_SECRET_PREVIOUS: OLD });
    const { email } = await makeUser({ passwordHash: await hashPassword(PASSWORD) });
    const body = { email, password: PASSWORD };
    const entered = await Promise.all(
      [old, young].map((node) => node.api("POST", "wp/v2/users/login", { body })),
    );
    for (const { json } of entered) {
      for (const node of [old, young]) {
        const { status } = await node.api("GET", "wp/v2/users/me/", { token: json.access_token });
        expect(status).toBe(200);
      }
      const refreshes = Array.from({ length: 10 }, (_, n) =>
        [old, young][n % 2]!.api("POST", "wp/v2/users/login/refresh", {
          body: { refresh_token: json.refresh_token },
        }),
      );
      const pairs = await Promise.all(refreshes);
      expect(pairs.map(({ status }) => status)).toEqual(Array(10).fill(200));
      expect(new Set(pairs.map(({ json: pair }) => pair.refresh_token)).size).toBe(1);
    }
  });

  test("after its removal the former secret verifies no token, and before that it signs none", async () => {
    const { id, sessionId } = await makeUser();
    const token = await signAccessToken({ userId: id, sessionId }, OLD, new Date());
    const last = await open({ TOKEN_SECRET: NEW });
    expect((await last.api("GET", "wp/v2/users/me/", { token })).status).toBe(401);
    const during = await open({ TOKEN_SECRET: NEW, TOKEN_SECRET_PREVIOUS: OLD });
    const { email } = await makeUser({ passwordHash: await hashPassword(PASSWORD) });
    const body = { email, password: PASSWORD };
    const { json } = await during.api("POST", "wp/v2/users/login", { body });
    expect((await last.api("GET", "wp/v2/users/me/", { token: json.access_token })).status).toBe(
      200,
    );
  });
});

test("two instances that start on an empty database run each migration and the demo once", async () => {
  const url = await emptyDatabase();
  const start = async () => {
    await migrateDatabase(url);
    const node = connect(url, { max: 2 });
    const told = await prepareDemo(node.db, deps.config, new Date());
    await node.close();
    return told.accounts.length;
  };
  const [one, other] = await Promise.all([start(), start()]);
  expect(one).toBe(other);
  const { db: shared, close } = connect(url);
  expect(await shared.$count(editions)).toBe(3);
  const { rows } = await shared.execute(sql`select hash from drizzle.__drizzle_migrations`);
  expect(rows).toHaveLength((await knownMigrations()).length);
  await close();
});

test("an instance is not ready while a migration is missing, and runs on a newer schema", async () => {
  const url = await emptyDatabase();
  await migrateDatabase(url, "0016_next_and_new_address");
  const node = await open({ DATABASE_URL: url });
  // Wait until the database answers, because a new connection can fail on a slow machine.
  const refusal = () => node.requireReady().then(() => "ready", String);
  await expect.poll(refusal, { timeout: 20_000 }).toContain("lacks migrations");
  await migrateDatabase(url);
  await node.requireReady();
  const { db: shared, close } = connect(url);
  await shared.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 4102444800000)`,
  );
  await close();
  await node.requireReady();
});
