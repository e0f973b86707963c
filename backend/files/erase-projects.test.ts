import { existsSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { pdf, video } from "@/tests/support/made-files/files";
import { tusClient } from "@/tests/support/made-files/tus";
import { fullDraft } from "@/tests/support/people/project";
import { testBackend } from "@/tests/support/servers/backend";
import { files, projects, submissions, uploads } from "../db/schema/applications";
import { jobs } from "../jobs";
import { eraseWithdrawn } from "./erase-projects";
import { cleanPath, uploadPath, uploadsFolder } from "./under-way";

const { api, makeUser, makeEdition, db, deps, filesDir } = await testBackend();
const { create, upload } = tusClient(api);
const closesAt = Date.parse("2026-09-30T22:00:00Z");
const grace = 15 * 60_000;

beforeAll(async () => {
  await makeEdition();
});

async function sent() {
  const user = await makeUser();
  const { token } = user;
  await api("POST", "wp/v2/project", { token, body: fullDraft() });
  const pitch = await upload(token, { field: "pitch", name: "a.pdf", bytes: await pdf() });
  await upload(token, { field: "video", name: "a.mp4", bytes: video("clip.mp4") });
  await api("POST", "wp/v2/project/send", { token });
  await upload(token, { field: "pitch", name: "b.pdf", bytes: await pdf({ pages: 2 }) });
  const [project] = await db.select().from(projects).where(eq(projects.userId, user.id));
  return { ...user, projectId: project!.id, pitchId: pitch.id };
}

test("withdrawn applications are erased with their files after the deadline, and all others stay", async () => {
  const [withdrawn, kept, extended] = [await sent(), await sent(), await sent()];
  await api("DELETE", "wp/v2/project", { token: withdrawn.token });
  await api("DELETE", "wp/v2/project", { token: extended.token });
  await db
    .update(projects)
    .set({ extendedUntil: new Date(closesAt + 86_400_000) })
    .where(eq(projects.id, extended.projectId));
  const left = async () => (await db.select().from(projects)).map(({ id }) => id).sort();
  const all = [withdrawn, kept, extended].map(({ projectId }) => projectId).sort();

  await eraseWithdrawn(deps, new Date(closesAt + grace - 1));
  expect(await left()).toEqual(all);
  await eraseWithdrawn(deps, new Date(closesAt + grace));
  expect(await left()).toEqual([kept.projectId, extended.projectId].sort());
  const of = withdrawn.projectId;
  expect(await db.select().from(files).where(eq(files.projectId, of))).toEqual([]);
  expect(await db.select().from(submissions).where(eq(submissions.projectId, of))).toEqual([]);
  expect(existsSync(join(filesDir, withdrawn.pitchId))).toBe(false);
  expect(existsSync(join(filesDir, kept.pitchId))).toBe(true);
  await eraseWithdrawn(deps, new Date(closesAt + 86_400_000 + grace));
  expect(await left()).toEqual([kept.projectId]);
});

test("unfinished uploads are erased with all files stored beside them", async () => {
  const { token, projectId } = await sent();
  const logo = { field: "logo", name: "a.png", bytes: Buffer.alloc(1000) };
  const open = await create(token, logo);
  // Simulate a crash between checking a logo and storing it, which leaves a re-encoded file behind.
  await writeFile(cleanPath(uploadPath(deps.config, open.id)), "x");
  await api("DELETE", "wp/v2/project", { token });
  await eraseWithdrawn(deps, new Date(closesAt + grace));
  expect(await db.select().from(projects).where(eq(projects.id, projectId))).toEqual([]);
  const left = await readdir(uploadsFolder(deps.config));
  expect(left.filter((name) => name.startsWith(open.id))).toEqual([]);
});

test("an application restored at the last moment stays, in either order of erasure and restore", async () => {
  const restored = await sent();
  await api("DELETE", "wp/v2/project", { token: restored.token });
  const over = new Date(closesAt + grace);
  const restoring = Promise.withResolvers<void>();
  const erasing = Promise.withResolvers<void>();
  const restore = db.transaction(async (tx) => {
    const mine = eq(projects.id, restored.projectId);
    await tx.update(projects).set({ withdrawnAt: null }).where(mine);
    restoring.resolve();
    await erasing.promise;
  });
  await restoring.promise;
  const erase = eraseWithdrawn(deps, over);
  // Waits until the erasure has found the application and waits for its locked row.
  await expect
    .poll(async () => (await db.execute(sql`select 1 from pg_locks where not granted`)).rowCount)
    .toBeGreaterThan(0);
  erasing.resolve();
  await Promise.all([restore, erase]);
  const ids = (await db.select().from(projects)).map(({ id }) => id);
  expect(ids).toContain(restored.projectId);
});

describe("an application that was never sent", () => {
  const DAY = 86_400_000;
  /** Returns an instant that is the given number of days before or after the first anniversary of the edition's end. */
  const yearOn = (days: number) => new Date(Date.parse("2027-09-30T22:00:00Z") + days * DAY);
  const erase = (now: Date) => jobs.find(({ name }) => name === "erase-unsent")?.run(deps, now);

  async function draft() {
    const user = await makeUser();
    const { token } = user;
    await api("POST", "wp/v2/project", { token, body: { nome: "Bozza" } });
    const pitch = await upload(token, { field: "pitch", name: "a.pdf", bytes: await pdf() });
    const open = await create(token, { field: "logo", name: "a.png", bytes: Buffer.alloc(1000) });
    const [project] = await db.select().from(projects).where(eq(projects.userId, user.id));
    return { ...user, projectId: project!.id, pitchId: pitch.id, openId: open.id };
  }

  /**
   * Returns for each application whether it still exists. Checks that only existing applications have their pitch deck
   * in the file store.
   */
  async function left(...those: { projectId: string; pitchId: string }[]) {
    const ids = (await db.select().from(projects)).map(({ id }) => id);
    return those.map(({ projectId, pitchId }) => {
      const has = existsSync(join(filesDir, pitchId));
      expect(ids.includes(projectId)).toBe(has);
      return has;
    });
  }

  test("an unsent application is erased with its files twelve months after its deadline, and sent ones stay", async () => {
    const [unsent, extended] = [await draft(), await draft()];
    const [wasSent, withdrawn] = [await sent(), await sent()];
    await api("DELETE", "wp/v2/project", { token: withdrawn.token });
    await db
      .update(projects)
      .set({ extendedUntil: new Date(closesAt + 10 * DAY) })
      .where(eq(projects.id, extended.projectId));
    const all = [unsent, extended, wasSent, withdrawn];

    await erase(yearOn(-1));
    expect(await left(...all)).toEqual([true, true, true, true]);
    await erase(yearOn(1));
    expect(await left(...all)).toEqual([false, true, true, true]);
    const of = unsent.projectId;
    expect(await db.select().from(files).where(eq(files.projectId, of))).toEqual([]);
    expect(await db.select().from(uploads).where(eq(uploads.projectId, of))).toEqual([]);
    const lying = await readdir(uploadsFolder(deps.config));
    expect(lying.filter((name) => name.startsWith(unsent.openId))).toEqual([]);
    expect(lying.some((name) => name.startsWith(extended.openId))).toBe(true);

    expect(await erase(yearOn(1))).toBe(0);
    await erase(yearOn(9));
    expect(await left(...all)).toEqual([false, true, true, true]);
    expect(await erase(yearOn(11))).toBe(1);
    expect(await left(...all)).toEqual([false, false, true, true]);
  });

  test("an unsent application of a newer edition stays when an older edition's are erased", async () => {
    await makeEdition({ year: 2027, closesAt: new Date(closesAt + 365 * DAY) });
    const young = await draft();
    await erase(yearOn(300));
    expect(await left(young)).toEqual([true]);
  });
});
