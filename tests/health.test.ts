import { expect, test } from "vitest";
import { createBackend } from "@/backend/app";
import { connect } from "@/backend/db/connect";
import { outbox } from "@/backend/db/schema/mail";
import { openStore } from "@/backend/store/open-store";
import { DEFAULT_LANGUAGE } from "@/contract/languages";
import { health } from "@/lib/api/health";
import { testBackend } from "./support/servers/backend";
import { testSmtp } from "./support/servers/smtp";

const { deps, db, clock } = await testBackend();
const smtp = await testSmtp();
const config = { ...deps.config, SMTP_URL: smtp.url };

/** Returns the health status of the back end and the site, with some of the back end's dependencies replaced. */
async function ask(changes: Partial<typeof deps> = {}) {
  const backend = createBackend({ ...deps, config, ...changes });
  const answer = await health((request) => backend.fetch(request));
  return { status: answer.status, told: await answer.json(), headers: answer.headers };
}

test("a healthy back end gets status 200 without caching", async () => {
  const { status, told, headers } = await ask();
  expect([status, told]).toEqual([
    200,
    { status: "ok", database: "up", mail: "up", disk: "up", clock: "up" },
  ]);
  expect(headers.get("cache-control")).toBe("private, no-store");
});

test("health without a database is 503 with Retry-After", async () => {
  const gone = connect("postgres://127.0.0.1:1/nothing");
  const { status, told, headers } = await ask({ db: gone.db });
  expect([status, told.status, told.database]).toEqual([503, "down", "down"]);
  expect(headers.get("retry-after")).toBe("5");
  await gone.close();
});

test("health without mail or disk is 200 and degraded", async () => {
  const noDisk = await ask({ store: openStore({ ...config, FILES_DIR: "/proc/version" }) });
  expect([noDisk.status, noDisk.told.status, noDisk.told.disk]).toEqual([200, "degraded", "down"]);
  const noMail = await ask({ config: { ...config, SMTP_URL: "smtp://127.0.0.1:1" } });
  expect([noMail.status, noMail.told.status, noMail.told.mail]).toEqual([200, "degraded", "down"]);
});

test("health with a bucket reports a full disk for uploads", async () => {
  const bucket = { ...deps.store, room: async () => Number.POSITIVE_INFINITY };
  const asked = (FREE_RESERVE_MB: number) =>
    ask({ store: bucket, config: { ...config, FREE_RESERVE_MB } });
  expect((await asked(0)).told.disk).toBe("up");
  expect((await asked(1e12)).told).toMatchObject({ status: "degraded", disk: "down" });
});

test("health reports a clock that is more than a second off, with status 200", async () => {
  for (const off of [-1_001, 90_000]) {
    const { status, told } = await ask({ clockOff: () => off });
    expect([status, told.status, told.clock]).toEqual([200, "degraded", "down"]);
  }
  for (const off of [null, 999, -999]) {
    expect((await ask({ clockOff: () => off })).told.status).toBe("ok");
  }
});

test("health reports mail as down when emails wait too long", async () => {
  const mail = { recipient: "a@example.org", template: "confirm", data: {} };
  const waiting = { ...mail, language: DEFAULT_LANGUAGE };
  const old = new Date(Date.now() - 11 * 60_000);
  await db.insert(outbox).values({ ...waiting, createdAt: old, nextAttemptAt: old });
  expect((await ask()).told.mail).toBe("down");
  await db.delete(outbox);
  await db.insert(outbox).values(waiting);
  expect((await ask()).told.mail).toBe("up");
});

test("health gives frequent requests the same answer for a few seconds", async () => {
  const backend = createBackend({ ...deps, config });
  const states = async () => (await health((request) => backend.fetch(request))).json();
  expect((await states()).mail).toBe("up");
  await smtp.goDown();
  expect((await states()).mail).toBe("up");
  clock.now = new Date(clock.now.getTime() + 3_000);
  expect((await states()).mail).toBe("down");
  await smtp.comeBack();
});

test("a back end without a health check counts as healthy if it answers", async () => {
  const wordpress = (found: number) => async (request: Request) =>
    new Response("{}", { status: request.url.endsWith("/wp-json/") ? found : 404 });
  expect((await health(wordpress(200))).status).toBe(200);
  expect((await health(wordpress(500))).status).toBe(503);
  expect((await health(() => Promise.reject(new Error("gone")))).status).toBe(503);
});
