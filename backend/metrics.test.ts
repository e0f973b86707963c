import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testFolder } from "@/tests/support/folder";
import { pdf, video } from "@/tests/support/made-files/files";
import { tusClient } from "@/tests/support/made-files/tus";
import { testBackend } from "@/tests/support/servers/backend";
import { testS3 } from "@/tests/support/servers/s3";
import { openBackend } from "./app";
import { makeBackup } from "./backup/make-backup";
import { newestBackup } from "./backup/newest-backup";
import { connect } from "./db/connect";
import { renditions } from "./db/schema/applications";
import { clockRuns } from "./db/schema/clock";
import { outbox } from "./db/schema/mail";
import { makeRenditions } from "./files/renditions/make-renditions";
import { EXPIRED } from "./mail/mail-state";
import { openMetrics } from "./metrics";
import { s3Store } from "./store/s3";

const BACKUP_DIR = await testFolder("backups");
const { api, db, deps, counted, clock, makeUser, makeEdition } = await testBackend({
  env: { BACKUP_DIR },
});
const edition = await makeEdition();
const metrics = openMetrics(deps, counted);

/** Returns the value of a metric series, or undefined if the series is missing. */
async function told(series: string, tell = metrics): Promise<number | undefined> {
  const line = (await tell()).split("\n").find((text) => text.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}

test("metrics count calls by endpoint and status only", async () => {
  const { token, email, id } = await makeUser();
  await api("GET", "wp/v2/users/me/", { token });
  await api("GET", "wp/v2/users/me/", { token });
  await api("GET", "wp/v2/users/me/");
  await api("GET", `wp/v2/nothing/${id}?address=${email}`, { token });
  expect(await told('slancio_endpoint_requests_total{endpoint="getMe",code="200"}')).toBe(2);
  expect(await told('slancio_endpoint_requests_total{endpoint="getMe",code="401"}')).toBe(1);
  expect(await told('slancio_endpoint_requests_total{endpoint="none",code="404"}')).toBe(1);
  expect(await told('slancio_endpoint_seconds_count{endpoint="getMe"}')).toBe(3);
  const text = await metrics();
  for (const personal of [email, id, "nothing", "192.0.2"]) expect(text).not.toContain(personal);
});

test("metrics count refused saves by their code", async () => {
  const { token } = await makeUser();
  const save = (version: string) =>
    api("POST", "wp/v2/project", {
      token,
      body: { nome: "Filò" },
      headers: { "If-Match": version },
    });
  expect((await save("0")).status).toBe(200);
  expect((await save("0")).status).toBe(412);
  clock.now = new Date("2026-10-02T10:00:00.000Z");
  const late = await makeUser();
  await api("POST", "wp/v2/project", { token: late.token, body: { nome: "Filò" } });
  clock.now = new Date("2026-08-20T10:00:00.000Z");
  expect(await told('slancio_saves_refused_total{code="version_conflict"}')).toBe(1);
  expect(await told('slancio_saves_refused_total{code="deadline_passed"}')).toBe(1);
  expect(await told('slancio_saves_refused_total{code="unavailable"}')).toBeUndefined();
});

test("metrics count complete uploads by their verdict", async () => {
  const { token } = await makeUser();
  const { upload } = tusClient(api);
  const pitch = { field: "pitch", name: "filo.pdf" };
  await upload(token, { ...pitch, bytes: await pdf() });
  await upload(token, { ...pitch, bytes: Buffer.from("no deck at all") });
  expect(await told('slancio_uploads_total{verdict="accepted"}')).toBe(1);
  expect(await told('slancio_uploads_total{verdict="file_content_mismatch"}')).toBe(1);
});

test("metrics show emails by state and the age of the oldest waiting one", async () => {
  const mail = {
    recipient: "a@example.org",
    template: "confirm",
    language: "it" as const,
    data: {},
  };
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  expect(await told("slancio_outbox_oldest_seconds")).toBe(0);
  await db.insert(outbox).values([
    { ...mail, createdAt: ago(20) },
    { ...mail, createdAt: ago(5) },
    { ...mail, createdAt: ago(90), sentAt: ago(80) },
    { ...mail, createdAt: ago(70), failedAt: ago(60), lastError: "550" },
    { ...mail, createdAt: ago(70), failedAt: ago(60), lastError: EXPIRED },
  ]);
  expect(await told('slancio_outbox_mails{state="waiting"}')).toBe(2);
  expect(await told('slancio_outbox_mails{state="failed"}')).toBe(1);
  const oldest = await told("slancio_outbox_oldest_seconds");
  expect(oldest).toBeGreaterThan(1199);
  expect(oldest).toBeLessThan(1260);
});

test("metrics show videos and decks by state and the age of the oldest waiting one", async () => {
  const { token } = await makeUser();
  const { upload } = tusClient(api);
  const oldest = () => told("slancio_renditions_oldest_seconds");
  expect(await oldest()).toBe(0);
  await upload(token, { field: "video", name: "filo.mp4", bytes: video("clip.mp4") });
  const counted: unknown[] = [];
  await makeRenditions(deps, async () => {
    await db.update(renditions).set({ createdAt: sql`clock_timestamp() - interval '20 minutes'` });
    counted.push(await told('slancio_renditions{state="waiting"}'), await oldest());
    return { ok: false, reason: "broken", main: "", poster: null };
  });
  expect(counted).toEqual([1, expect.closeTo(1200, -2)]);
  expect(await told('slancio_renditions{state="waiting"}')).toBe(0);
  expect(await told('slancio_renditions{state="failed"}')).toBe(1);
  expect(await oldest()).toBe(0);
});

test("metrics show the deadline, the jobs and the clock's difference", async () => {
  const left = (edition.closesAt.getTime() - clock.now.getTime()) / 1000;
  expect(await told("slancio_deadline_seconds")).toBe(left);
  const startedAt = new Date(1_790_000_000_000);
  await db.insert(clockRuns).values(["keep-house", "of-old"].map((job) => ({ job, startedAt })));
  expect(await told('slancio_job_timestamp_seconds{name="keep-house"}')).toBe(1_790_000_000);
  expect(await told('slancio_job_timestamp_seconds{name="queue-reminders"}')).toBe(0);
  expect(await told('slancio_job_timestamp_seconds{name="of-old"}')).toBeUndefined();
  const late = openMetrics(deps, counted, { machineClock: () => Date.now() - 90_000 });
  expect(await told("slancio_clock_offset_seconds", late)).toBeCloseTo(-90, 0);
  expect(await told("slancio_refresh_lag_seconds")).toBeUndefined();
  const behind = openMetrics(deps, counted, { refreshesBehind: async () => 7 });
  expect(await told("slancio_refresh_lag_seconds", behind)).toBe(7);
});

test("metrics show connections, free space and the newest backup", async () => {
  expect(await told("slancio_backup_timestamp_seconds")).toBeUndefined();
  await makeBackup({
    databaseUrl: deps.config.DATABASE_URL,
    store: deps.store,
    folder: `${BACKUP_DIR}/one`,
  });
  const newest = await newestBackup(BACKUP_DIR);
  expect(await told("slancio_backup_timestamp_seconds")).toBe((newest?.getTime() ?? 0) / 1000);
  expect(await told("slancio_files_room_bytes")).toBeGreaterThan(0);
  expect(await told('slancio_pool_connections{state="open"}')).toBeGreaterThan(0);
  expect(await told('slancio_pool_connections{state="waiting"}')).toBe(0);
});

test("metrics with a bucket show the free space of the upload disk, and whether the bucket is available", async () => {
  const s3 = await testS3();
  const tell = openMetrics({ ...deps, store: s3Store(s3.bucket) }, counted);
  const room = await told("slancio_files_room_bytes", tell);
  expect(room).toBeGreaterThan(0);
  expect(room).toBeLessThan(Number.POSITIVE_INFINITY);
  expect(await told("slancio_store_up", tell)).toBe(1);
  await s3.turn("closed");
  expect(await told("slancio_store_up", tell)).toBe(0);
  expect(await told("slancio_files_room_bytes", tell)).toBeGreaterThan(0);
});

test("metrics count requests that wait for a database connection", async () => {
  const narrow = connect(deps.config.DATABASE_URL, { max: 1 });
  const held = await narrow.db.$client.connect();
  const waiting = Promise.all([narrow.db.execute("select 1")]);
  const asking = told(
    'slancio_pool_connections{state="waiting"}',
    openMetrics({ ...deps, db: narrow.db }, counted),
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  held.release();
  expect(await asking).toBe(1);
  await waiting;
  await narrow.close();
});

test("metrics without a database report the failure immediately, together with all other metrics", async () => {
  const gone = connect("postgres://127.0.0.1:1/nothing");
  const tell = openMetrics({ ...deps, db: gone.db }, counted);
  expect(await told("slancio_database_up", tell)).toBe(0);
  expect(await told("slancio_deadline_seconds", tell)).toBeUndefined();
  expect(await told("slancio_files_room_bytes", tell)).toBeGreaterThan(0);
  await gone.close();
});

test("the back end in production returns its metrics and its version", async () => {
  const { DATABASE_URL, SMTP_URL, TOKEN_SECRET } = deps.config;
  const opened = openBackend({ DATABASE_URL, SMTP_URL, TOKEN_SECRET, LOG_LEVEL: "silent" });
  await opened.backend.fetch(new Request("http://localhost/wp-json/wp/v2/users/me/"));
  const text = await opened.metrics();
  expect(text).toMatch(
    /^slancio_info\{version="\d+\.\d+\.\d+",schema="\d{4}_\w+",build="\w*"\} 1$/m,
  );
  expect(text).toMatch(/^slancio_endpoint_requests_total\{endpoint="getMe",code="401"\} 1$/m);
  expect(text).toMatch(/^slancio_database_up 1$/m);
  await opened.close();
});
