import { existsSync } from "node:fs";
import { stat, statfs, truncate, utimes } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { metadata, TUS, tusClient } from "@/tests/support/made-files/tus";
import { testBackend } from "@/tests/support/servers/backend";
import { uploads } from "../db/schema/applications";

// The test sets only the free space of the disk; all other file functions are real.
vi.mock("node:fs/promises", { spy: true });

const MB = 1024 * 1024;
const RESERVE = 256;
const { api, makeUser, makeEdition, db, clock, filesDir } = await testBackend();
const { append, head } = tusClient(api);
const place = (id: string) => join(filesDir, "uploads", id);

beforeAll(async () => {
  await makeEdition();
});
afterEach(async () => {
  vi.mocked(statfs).mockReset();
  await db.delete(uploads);
});

/** Sets the free space of the disk in megabytes, in addition to the reserve. */
function freeIs(megabytes: number) {
  const free = { bavail: (RESERVE + megabytes) * 256, bsize: 4096 };
  vi.mocked(statfs).mockResolvedValue(free as Awaited<ReturnType<typeof statfs>>);
}

/** Creates an upload whose file has the given number of megabytes. */
async function announce(token: string, megabytes: number, field = "video") {
  const name = field === "pitch" ? "a.pdf" : "a.mp4";
  const answer = await api("POST", "wp/v2/project/files", {
    token,
    headers: {
      ...TUS,
      "Upload-Length": String(megabytes * MB),
      "Upload-Metadata": metadata({ field, filename: name }),
    },
  });
  return { ...answer, id: answer.headers.get("location")?.split("/").at(-1) ?? "" };
}

/** Sets the received megabytes of an upload, and the minutes since its last byte. */
async function arrived(id: string, megabytes: number, minutesAgo = 0) {
  await truncate(place(id), megabytes * MB);
  const at = new Date(clock.now.getTime() - minutesAgo * 60_000);
  await utimes(place(id), at, at);
  await db.update(uploads).set({ createdAt: at }).where(eq(uploads.id, id));
}

test("announced bytes of all uploads count as used space, not only received ones", async () => {
  freeIs(250);
  const people = await Promise.all(Array.from({ length: 3 }, () => makeUser()));
  const answers = [];
  for (const { token } of people) answers.push(await announce(token, 100));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 503]);
  const [first, , refused] = answers;
  expect([refused?.json.code, refused?.headers.get("retry-after")]).toEqual(["unavailable", "30"]);
  expect(await db.$count(uploads)).toBe(2);
  await arrived(first!.id, 100);
  freeIs(150);
  expect((await announce(people[2]!.token, 50)).status).toBe(201);
  expect((await announce((await makeUser()).token, 1)).status).toBe(503);
});

test("each request with bytes checks the free space, and received bytes stay", async () => {
  freeIs(200);
  const { token } = await makeUser();
  const { id } = await announce(token, 10);
  expect((await append(token, id, 0, Buffer.alloc(MB))).status).toBe(204);
  freeIs(0.5);
  const stopped = await append(token, id, MB, Buffer.alloc(MB));
  expect([stopped.status, stopped.json.code]).toEqual([503, "unavailable"]);
  expect((await head(token, id)).headers.get("upload-offset")).toBe(String(MB));
  freeIs(1);
  expect((await append(token, id, MB, Buffer.alloc(MB))).status).toBe(204);
});

test("simultaneous requests share the free space", async () => {
  freeIs(500);
  const people = await Promise.all(Array.from({ length: 4 }, () => makeUser()));
  const ids = await Promise.all(people.map(async ({ token }) => (await announce(token, 10)).id));
  vi.mocked(statfs).mockImplementation(async () => {
    const sizes = await Promise.all(ids.map(async (id) => (await stat(place(id))).size));
    const taken = sizes.reduce((sum, size) => sum + size, 0);
    const free = { bavail: (RESERVE + 9) * MB - taken, bsize: 1 };
    return free as Awaited<ReturnType<typeof statfs>>;
  });
  const answers = await Promise.all(
    [...ids, ...ids].map((id, n) =>
      append(people[n % people.length]!.token, id, 0, Buffer.alloc(4 * MB)),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  // A second request for an upload is refused either because of the space or because the first request moved the
  // offset.
  const refusals = statuses.filter((status) => status !== 204);
  expect(refusals).toHaveLength(6);
  expect([409, 503]).toEqual(expect.arrayContaining([...new Set(refusals)]));
  expect(refusals.filter((status) => status === 503).length).toBeGreaterThanOrEqual(4);
});

test("on a full disk the applicant's own upload is deleted if a newer one replaces it or it is idle", async () => {
  freeIs(200);
  const { token } = await makeUser();
  const [video, pitch] = [await announce(token, 100), await announce(token, 100, "pitch")];
  await arrived(video.id, 0, 1);
  await arrived(pitch.id, 0, 1);
  const next = await announce(token, 100);
  expect(next.status).toBe(201);
  expect((await head(token, video.id)).status).toBe(404);
  expect(existsSync(place(video.id))).toBe(false);
  expect((await head(token, pitch.id)).status).toBe(200);
  await arrived(next.id, 0, 9);
  expect((await announce(token, 100, "altro_materiale")).status).toBe(503);
  await arrived(next.id, 0, 11);
  expect((await announce(token, 100, "altro_materiale")).status).toBe(201);
  expect((await head(token, next.id)).status).toBe(404);
});

test("on a full disk other applicants' uploads are deleted only if abandoned, the oldest first, and if that frees enough", async () => {
  freeIs(300);
  const [one, other, third] = [await makeUser(), await makeUser(), await makeUser()];
  const older = await announce(one.token, 100);
  const newer = await announce(other.token, 100);
  const fresh = await announce(third.token, 100);
  await arrived(older.id, 50, 90);
  await arrived(newer.id, 50, 61);
  await arrived(fresh.id, 50, 59);
  freeIs(150);
  const { token } = await makeUser();
  expect((await announce(token, 50)).status).toBe(201);
  expect((await head(one.token, older.id)).status).toBe(404);
  expect((await head(other.token, newer.id)).status).toBe(200);
  // Deleting the abandoned uploads would not free enough space, so no upload is deleted.
  freeIs(10);
  expect((await announce((await makeUser()).token, 100)).status).toBe(503);
  expect((await head(other.token, newer.id)).status).toBe(200);
  expect((await head(third.token, fresh.id)).status).toBe(200);
});

test("an upload refused for lack of space does not count towards the day's bytes", async () => {
  freeIs(0);
  const { token } = await makeUser();
  for (let n = 0; n < 205; n++) expect((await announce(token, 100)).status).toBe(503);
  freeIs(200);
  expect((await announce(token, 100)).status).toBe(201);
});
