import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { image, pdf, video } from "@/tests/support/made-files/files";
import { metadata, TUS } from "@/tests/support/made-files/tus";
import { fullDraft } from "@/tests/support/people/project";
import { FILES, uploadBench } from "@/tests/support/people/uploader";
import { editions, files } from "../db/schema/applications";

const bench = await uploadBench();
const { api, makeUser, freshToken, db, clock, filesDir, deck } = bench;
const { create, append, head, upload, read, pitch, clip, bytesOf } = bench;

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

async function at(instant: string, run: () => Promise<void>) {
  const before = clock.now;
  clock.now = new Date(instant);
  await run().finally(() => {
    clock.now = before;
  });
}

describe("uploads", () => {
  test("a video's upload stores the codecs of its picture and sound", async () => {
    const { token } = await makeUser();
    const { id } = await upload(token, { field: "video", name: "a.mov", bytes: video("hevc.mov") });
    const codecs = { codec: "HEVC (H.265)", sound_codec: "AAC" };
    expect((await read(token)).project.video).toMatchObject({ id, duration: 4, ...codecs });
  });

  test("a logo with a wrong extension is accepted by its content and renamed", async () => {
    const { token } = await makeUser();
    const bytes = await image("png");
    expect((await upload(token, { field: "logo", name: "logo.v2.JPEG", bytes })).status).toBe(204);
    const { name, type } = (await read(token)).project.logo;
    expect([name, type]).toEqual(["logo.v2.png", "image/png"]);
  });

  test("a complete upload is checked, hashed and attached to its field, and increments the version", async () => {
    const { token } = await makeUser();
    const created = await create(token, pitch());
    expect(created.status).toBe(201);
    expect(created.location).toMatch(/^\/wp-json\/wp\/v2\/project\/files\/[0-9a-f-]{36}$/);
    expect(created.headers.get("tus-resumable")).toBe("1.0.0");
    expect(created.headers.get("upload-expires")).toBe("Thu, 27 Aug 2026 10:00:00 GMT");
    expect((await read(token)).projectVersion).toBe(0);

    const ended = await append(token, created.id, 0, deck);
    expect(ended.status).toBe(204);
    expect(ended.headers.get("upload-offset")).toBe(String(deck.length));
    expect(ended.headers.get("access-control-allow-origin")).toBeNull();
    expect(await read(token)).toMatchObject({
      projectVersion: 1,
      projectSavedAt: clock.now.toISOString(),
      project: {
        pitch: {
          id: created.id,
          field: "pitch",
          name: "Filò – pitch.pdf",
          size: deck.length,
          type: "application/pdf",
          sha256: sha256(deck),
          uploaded_at: clock.now.toISOString(),
          pages: 12,
        },
      },
    });
    expect(await readFile(join(filesDir, created.id))).toEqual(deck);
    const left = await readdir(join(filesDir, "uploads"));
    expect(left.filter((name) => name.startsWith(created.id))).toEqual([]);
    const { json } = await api("GET", "wp/v2/project/timeline", { token });
    expect(json.events).toMatchObject([
      { type: "file_uploaded", data: { field: "pitch", name: "Filò – pitch.pdf" } },
      { type: "created" },
    ]);
  });

  test("an upload resumes at the offset that its responses state", async () => {
    const { token } = await makeUser();
    const sent = clip();
    const { id } = await create(token, sent);
    const part = await append(token, id, 0, sent.bytes.subarray(0, 5000));
    expect(part.headers.get("upload-offset")).toBe("5000");
    expect(part.headers.get("upload-expires")).toBe("Thu, 27 Aug 2026 10:00:00 GMT");
    const stopped = await head(token, id);
    expect(stopped.status).toBe(200);
    expect(stopped.headers.get("upload-expires")).toBe("Thu, 27 Aug 2026 10:00:00 GMT");
    expect(stopped.headers.get("upload-offset")).toBe("5000");
    expect(stopped.headers.get("upload-length")).toBe(String(sent.bytes.length));
    expect(stopped.headers.get("cache-control")).toBe("private, no-store");
    expect((await read(token)).project.video).toBeNull();
    const wrong = await append(token, id, 0, sent.bytes);
    expect([wrong.status, wrong.json.code]).toEqual([409, "upload_conflict"]);
    expect((await append(token, id, 5000, sent.bytes.subarray(5000))).status).toBe(204);
    const { project } = await read(token);
    expect(project.video).toMatchObject({ duration: 4, sha256: sha256(sent.bytes) });
  });

  test("an upload whose last response was lost is complete for HEAD and for a repeated PATCH", async () => {
    const { token } = await makeUser();
    const { id } = await upload(token, pitch());
    const asked = await head(token, id);
    expect([asked.status, asked.headers.get("upload-offset")]).toEqual([200, String(deck.length)]);
    expect(asked.headers.get("upload-length")).toBe(String(deck.length));
    expect(asked.headers.get("upload-expires")).toBeNull();
    expect((await append(token, id, deck.length, Buffer.alloc(0))).status).toBe(204);
    expect((await append(token, id, 0, deck)).status).toBe(409);
    expect((await read(token)).projectVersion).toBe(1);
  });

  test("a complete upload left unchecked by a stopped process is finished by the next HEAD", async () => {
    const { token } = await makeUser();
    const good = await create(token, pitch());
    await append(token, good.id, 0, deck.subarray(0, 100));
    const bad = await create(token, pitch(Buffer.alloc(200, "x")));
    await append(token, bad.id, 0, Buffer.alloc(100, "x"));
    await appendFile(join(filesDir, "uploads", good.id), deck.subarray(100));
    await appendFile(join(filesDir, "uploads", bad.id), Buffer.alloc(100, "x"));
    const answers = await Promise.all([head(token, good.id), head(token, good.id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await read(token)).project.pitch).toMatchObject({ id: good.id });
    expect((await read(token)).projectVersion).toBe(1);
    expect((await head(token, bad.id)).status).toBe(404);
  });

  test("the request that creates an upload can contain its bytes", async () => {
    const { token } = await makeUser();
    const answer = await api("POST", FILES, {
      token,
      body: deck,
      headers: {
        ...TUS,
        "Upload-Length": String(deck.length),
        "Upload-Metadata": metadata({ field: "pitch", filename: "a.pdf" }),
        "Content-Type": "application/offset+octet-stream",
        "Content-Length": String(deck.length),
      },
    });
    expect([answer.status, answer.headers.get("upload-offset")]).toEqual([201, `${deck.length}`]);
    expect((await read(token)).project.pitch.name).toBe("a.pdf");
  });

  test("an upload replaces the field's previous file, whose bytes are deleted", async () => {
    const { token } = await makeUser();
    const first = await upload(token, pitch());
    const second = await upload(token, pitch(await pdf({ pages: 3 })));
    const answer = await read(token);
    expect(answer.project.pitch).toMatchObject({ id: second.id, pages: 3 });
    expect(answer.projectVersion).toBe(2);
    expect(existsSync(join(filesDir, first.id))).toBe(false);
    expect((await head(token, first.id)).status).toBe(404);
    expect((await api("GET", `${FILES}/${first.id}`, { token })).status).toBe(404);
    const { json } = await api("GET", "wp/v2/project/timeline", { token });
    const kinds = json.events.map(({ type }: { type: string }) => type);
    expect(kinds).toEqual(["file_uploaded", "file_uploaded", "created"]);
  });

  test("ten simultaneous uploads are each stored in the right place", async () => {
    const { token } = await makeUser();
    const decks = await Promise.all(Array.from({ length: 10 }, (_, n) => pdf({ pages: n + 1 })));
    // Uploads a file, and retries after a 503. The files of an account are checked one by one, so on a busy machine the
    // last files receive 503.
    async function whole(bytes: Buffer): Promise<number> {
      const { id, ...first } = await upload(token, pitch(bytes));
      let answer: { status: number; headers: Headers } = first;
      while (answer.status === 503) {
        await sleep(Number(answer.headers.get("retry-after")) * 1000);
        answer = await head(token, id);
      }
      return answer.status;
    }
    for (const status of await Promise.all(decks.map(whole))) expect([200, 204]).toContain(status);
    const answer = await read(token);
    expect(answer.projectVersion).toBe(10);
    const [project] = await db.select().from(files).where(eq(files.id, answer.project.pitch.id));
    expect(
      await db.select().from(files).where(eq(files.projectId, project!.projectId)),
    ).toHaveLength(1);
  }, 90_000);

  test("a logo is stored without its metadata, and size and hash are those of the stored file", async () => {
    const { token } = await makeUser();
    const bytes = await image("jpeg");
    const { id, status } = await upload(token, { field: "logo", name: "logo.jpg", bytes });
    expect(status).toBe(204);
    const stored = await readFile(join(filesDir, id));
    expect(stored.includes("Giulia Ferraro")).toBe(false);
    expect(bytes.includes("Giulia Ferraro")).toBe(true);
    const left = await readdir(join(filesDir, "uploads"));
    expect(left.filter((name) => name.startsWith(id))).toEqual([]);
    expect((await read(token)).project.logo).toMatchObject({
      size: stored.length,
      sha256: sha256(stored),
      type: "image/jpeg",
    });
  });
});

describe("deadline and lock for uploads", () => {
  test("bytes are accepted until the end of the grace period, judged by their arrival", async () => {
    const user = await makeUser();
    const { id } = await create(user.token, pitch());
    await append(user.token, id, 0, deck.subarray(0, 100));
    await at("2026-09-30T22:15:00.000Z", async () => {
      const token = await freshToken(user);
      const late = await append(token, id, 100, deck.subarray(100));
      expect([late.status, late.json.code]).toEqual([403, "deadline_passed"]);
      const another = await create(token, clip());
      expect([another.status, another.json.code]).toEqual([403, "deadline_passed"]);
    });
    await at("2026-09-30T22:14:59.999Z", async () => {
      const token = await freshToken(user);
      expect((await append(token, id, 100, deck.subarray(100))).status).toBe(204);
    });
    await at("2026-09-30T22:15:00.000Z", async () => {
      const token = await freshToken(user);
      const { status, json } = await api("DELETE", `${FILES}/${id}`, { token });
      expect([status, json.code]).toEqual([403, "deadline_passed"]);
      expect((await bytesOf(token, id)).bytes).toEqual(deck);
    });
  });

  test("a locked, sent application accepts no files, not even uploads in progress", async () => {
    const { token } = await makeUser();
    await api("POST", "wp/v2/project", { token, body: fullDraft() });
    const sent = await upload(token, pitch());
    await upload(token, clip());
    const { id } = await create(token, pitch());
    const whole = await create(token, pitch());
    await append(token, whole.id, 0, deck.subarray(0, 100));
    await appendFile(join(filesDir, "uploads", whole.id), deck.subarray(100));
    await db.update(editions).set({ afterSending: "locked" });
    await api("POST", "wp/v2/project/send", { token });
    expect((await head(token, whole.id)).status).toBe(404);
    expect(existsSync(join(filesDir, whole.id))).toBe(false);
    const unsent = await makeUser();
    expect((await upload(unsent.token, pitch())).status).toBe(204);
    expect(await read(token)).toMatchObject({
      projectUnsent: false,
      project: { pitch: { id: sent.id } },
    });
    const answers = [
      await append(token, id, 0, deck),
      await create(token, pitch()),
      await api("DELETE", `${FILES}/${sent.id}`, { token }),
    ];
    await db.update(editions).set({ afterSending: "editable_until_deadline" });
    expect(answers.map(({ json }) => json.code)).toEqual(Array(3).fill("locked_after_sending"));
  });
});
