import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { and, eq, isNotNull } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { heavyVideo, pdf } from "@/tests/support/made-files/files";
import { tusClient } from "@/tests/support/made-files/tus";
import { fullDraft } from "@/tests/support/people/project";
import { testBackend } from "@/tests/support/servers/backend";
import { files, projects, uploads } from "../db/schema/applications";
import { accountLimit } from "../http/limits";
import { countOne } from "../http/rate-limit";
import { verifyReceipt } from "../project/receipt/verify-receipt";
import { beyondQuota, releaseFormer, UNFINISHED_MAX } from "./quota";

const MB = 1024 * 1024;
const bench = await testBackend({ env: { KEPT_QUOTA_MB: "5" } });
const { api, makeUser, freshToken, makeEdition, db, deps, clock, filesDir } = bench;
const { create, head, upload } = tusClient(api);
beforeAll(async () => {
  await makeEdition();
});

describe("unfinished uploads", () => {
  const open = (...megabytes: number[]) =>
    megabytes.map((size, id) => ({ id: String(id), size: size * MB }));
  const gone = (list: ReturnType<typeof open>) =>
    beyondQuota(list, { UNFINISHED_QUOTA_MB: 500 }).map(({ id }) => id);

  test("unfinished uploads above the limit of bytes or number are deleted, except the newest", () => {
    expect(gone(open(100, 100, 100, 100, 100))).toEqual([]);
    expect(gone(open(100, 100, 100, 100, 100, 1))).toEqual(["5"]);
    expect(gone(open(600, 1))).toEqual(["1"]);
    expect(gone(open(...Array(UNFINISHED_MAX + 2).fill(1)))).toEqual(["20", "21"]);
  });

  test("unfinished uploads of one applicant stay within the quota, and the newest stays", async () => {
    const { token, id: userId } = await makeUser();
    const big = { field: "video", name: "a.mp4", bytes: { length: 100 * MB } as Buffer };
    const ids = [];
    // All uploads are created at one instant, to test that the newest upload is kept even then.
    for (let n = 0; n < 7; n++) ids.push((await create(token, big)).id);
    expect(await db.$count(uploads, eq(uploads.userId, userId))).toBe(5);
    expect((await head(token, ids[6]!)).status).toBe(200);
  });
});

test("an upload above a day's bytes is refused with the limit, and the next day starts over", async () => {
  const user = await makeUser();
  const deck = { field: "pitch", name: "a.pdf", bytes: await pdf() };
  await countOne(db, accountLimit("upload_megabytes", user.id), clock.now, 20_479);
  expect((await upload(user.token, deck)).status).toBe(204);
  const refused = await create(user.token, deck);
  expect([refused.status, refused.json.code]).toEqual([429, "upload_quota"]);
  expect(refused.headers.get("retry-after")).toBe("86400");
  const { project } = (await api("GET", "wp/v2/project", { token: user.token })).json;
  expect(project.pitch.name).toBe("a.pdf");
  const before = clock.now;
  clock.now = new Date(before.getTime() + 86_400_001);
  expect((await upload(await freshToken(user), deck)).status).toBe(204);
  clock.now = before;
});

describe("files of former sent versions", () => {
  async function applicant() {
    const user = await makeUser();
    await api("POST", "wp/v2/project", { token: user.token, body: fullDraft() });
    await upload(user.token, { field: "pitch", name: "a.pdf", bytes: await pdf() });
    return user;
  }
  async function sendWithVideo(token: string) {
    const bytes = Buffer.concat([heavyVideo(MB), Buffer.from(randomUUID())]);
    const { id, status } = await upload(token, { field: "video", name: "a.mp4", bytes });
    expect(status).toBe(204);
    clock.now = new Date(clock.now.getTime() + 1000);
    const { json } = await api("POST", "wp/v2/project/send", { token });
    return { id, number: json.receipt.number as string };
  }
  const isThere = (id: string) => existsSync(join(filesDir, id));

  test("files of former sent versions above the quota are deleted, the oldest first, and their receipts still match", async () => {
    const { token } = await applicant();
    const sent = [];
    for (let n = 0; n < 6; n++) sent.push(await sendWithVideo(token));
    expect(sent.map(({ id }) => isThere(id))).toEqual([false, false, true, true, true, true]);
    const [oldest, , third] = await Promise.all(
      sent.map(({ number }) => verifyReceipt(db, deps.store, number)),
    );
    expect(oldest).toMatchObject({ problems: [], computed: oldest?.stored });
    expect(oldest?.released).toEqual([
      { field: "video", name: "a.mp4", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect(third).toMatchObject({ problems: [], released: [], computed: third?.stored });
  });

  test("files of former sent versions are deleted in the order of their replacement until the quota is reached", async () => {
    const { token, id: userId } = await makeUser();
    await api("POST", "wp/v2/project", { token, body: fullDraft() });
    const [project] = await db.select().from(projects).where(eq(projects.userId, userId));
    const projectId = project?.id ?? "";
    const kept = async (replaced: number[]) => {
      const rows = replaced.map((minute) => ({
        ...{ id: randomUUID(), projectId, field: "video" as const, name: `${minute}`, size: MB },
        ...{ type: "video/mp4", sha256: "", uploadedAt: clock.now },
        detachedAt: new Date(clock.now.getTime() + minute * 60_000),
      }));
      await db.delete(files).where(eq(files.projectId, projectId));
      await db.insert(files).values(rows);
      const gone = await releaseFormer(db, projectId, { KEPT_QUOTA_MB: 5 });
      return rows.filter(({ id }) => gone.includes(id)).map(({ name }) => name);
    };
    expect(await kept([5, 4, 3, 2, 1])).toEqual([]);
    expect(await kept([5, 1, 4, 3, 2, 6])).toEqual(["1"]);
    expect(await kept([7, 5, 4, 3, 2, 1, 6])).toEqual(["2", "1"]);
  });

  test("files of the last three sent versions stay, at any size", async () => {
    const { token } = await applicant();
    const sent = [];
    for (let n = 0; n < 4; n++) sent.push(await sendWithVideo(token));
    const bytes = heavyVideo(6 * MB);
    const { id } = await upload(token, { field: "video", name: "b.mp4", bytes });
    expect(sent.map((one) => isThere(one.id))).toEqual([false, true, true, true]);
    expect(isThere(id)).toBe(true);
    const [row] = await db.select().from(files).where(eq(files.id, id));
    const detached = and(eq(files.projectId, row!.projectId), isNotNull(files.detachedAt));
    expect(await db.$count(files, detached)).toBe(3);
  });
});
