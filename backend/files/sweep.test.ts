import { randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { stat, symlink, unlink } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { uploadBench } from "@/tests/support/people/uploader";
import { projects, uploads } from "../db/schema/applications";
import { sweepFolder, sweepUploads } from "./sweep";

const { makeUser, db, deps, clock, filesDir, deck, ...applicant } = await uploadBench();
const { create, append, head, upload, pitch, clip, bytesOf } = applicant;

describe("a full disk and expired uploads", () => {
  test("an upload to a full disk gets 503 and loses no bytes", async () => {
    const { token } = await makeUser();
    const { id } = await create(token, pitch());
    const path = join(filesDir, "uploads", id);
    await unlink(path);
    await symlink("/dev/full", path);
    const { status, json, headers } = await append(token, id, 0, deck);
    expect([status, json.code]).toEqual([503, "unavailable"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    await unlink(path);
    const { writeFile } = await import("node:fs/promises");
    await writeFile(path, "");
    expect((await append(token, id, 0, deck)).status).toBe(204);
  });

  test("unfinished uploads are deleted after seven days, and files never", async () => {
    const { token } = await makeUser();
    const open = await create(token, clip());
    const { id } = await upload(token, pitch());
    await sweepUploads(deps, new Date(clock.now.getTime() + 7 * 86_400_000 - 1));
    expect((await head(token, open.id)).status).toBe(200);
    await sweepUploads(deps, new Date(clock.now.getTime() + 7 * 86_400_000 + 1));
    await sweepFolder(deps);
    expect((await head(token, open.id)).status).toBe(404);
    expect(existsSync(join(filesDir, "uploads", open.id))).toBe(false);
    expect((await bytesOf(token, id)).bytes).toEqual(deck);
    expect(await db.select().from(uploads).where(eq(uploads.id, open.id))).toEqual([]);
  });

  test("bytes without a row are deleted after a day, and all others stay", async () => {
    const { token } = await makeUser();
    const { id } = await upload(token, pitch());
    const { utimes, writeFile } = await import("node:fs/promises");
    const [old, fresh] = [randomUUID(), randomUUID()];
    for (const name of [old, fresh]) await writeFile(join(filesDir, name), "x");
    const longAgo = new Date(clock.now.getTime() - 2 * 86_400_000);
    for (const name of [old, id]) await utimes(join(filesDir, name), longAgo, longAgo);
    await sweepUploads(deps, clock.now);
    expect(existsSync(join(filesDir, old))).toBe(false);
    expect(existsSync(join(filesDir, fresh))).toBe(true);
    expect((await stat(join(filesDir, id))).size).toBe(deck.length);
  });

  test("the oldest of too many unfinished uploads is deleted", async () => {
    const { token, id: userId } = await makeUser();
    const bytes = randomBytes(10);
    const ids = [];
    for (let n = 0; n < 21; n++) {
      clock.now = new Date(clock.now.getTime() + 1);
      ids.push((await create(token, pitch(bytes))).id);
    }
    expect((await head(token, ids[0]!)).status).toBe(404);
    expect((await head(token, ids[1]!)).status).toBe(200);
    expect(await db.select().from(uploads).where(eq(uploads.userId, userId))).toHaveLength(20);
    expect(await db.select().from(projects).where(eq(projects.userId, userId))).toHaveLength(1);
  });
});
