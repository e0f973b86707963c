import { createHash, randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, readdir, readFile, stat, symlink, unlink } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { LOGO_MAX_BYTES, UPLOAD_MAX_BYTES } from "@/contract/uploads";
import { testBackend } from "@/tests/support/backend";
import { image, pdf, video } from "@/tests/support/files";
import { fullDraft } from "@/tests/support/project";
import { metadata, TUS, tusClient } from "@/tests/support/tus";
import { editions, files, projects, uploads } from "../db/schema/applications";
import { sweepUploads } from "./sweep";

const { api, makeUser, freshToken, makeEdition, db, deps, clock, filesDir } = await testBackend();
const { create, append, head, upload } = tusClient(api);
const FILES = "wp/v2/project/files";
const GONE = "00000000-0000-4000-8000-000000000000";

let deck: Buffer;
beforeAll(async () => {
  await makeEdition();
  deck = await pdf();
});

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const read = async (token: string) => (await api("GET", "wp/v2/project", { token })).json;
const pitch = (bytes = deck) => ({ field: "pitch", name: "Filò – pitch.pdf", bytes });
const clip = () => ({ field: "video", name: "filo.mp4", bytes: video("clip.mp4") });

async function bytesOf(token: string, id: string, headers = {}) {
  const answer = await api("GET", `${FILES}/${id}`, { token, headers });
  return { ...answer, bytes: Buffer.from(await answer.response.arrayBuffer()) };
}

async function at(instant: string, run: () => Promise<void>) {
  const before = clock.now;
  clock.now = new Date(instant);
  await run().finally(() => {
    clock.now = before;
  });
}

describe("an upload", () => {
  test("becomes the field's file: checked, hashed, attached, and the version goes up", async () => {
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
    // Moved out of the folder of uploads, nothing left there.
    expect(await readFile(join(filesDir, created.id))).toEqual(deck);
    const left = await readdir(join(filesDir, "uploads"));
    expect(left.filter((name) => name.startsWith(created.id))).toEqual([]);
    const { json } = await api("GET", "wp/v2/project/timeline", { token });
    expect(json.events).toMatchObject([
      { type: "file_uploaded", data: { field: "pitch", name: "Filò – pitch.pdf" } },
      { type: "created" },
    ]);
  });

  test("goes on where it stopped, and its answers say where that is", async () => {
    const { token } = await makeUser();
    const sent = clip();
    const { id } = await create(token, sent);
    await append(token, id, 0, sent.bytes.subarray(0, 5000));
    const stopped = await head(token, id);
    expect(stopped.status).toBe(200);
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

  test("whose last answer got lost is complete to HEAD and to a repeated PATCH", async () => {
    const { token } = await makeUser();
    const { id } = await upload(token, pitch());
    const asked = await head(token, id);
    expect([asked.status, asked.headers.get("upload-offset")]).toEqual([200, String(deck.length)]);
    expect((await append(token, id, deck.length, Buffer.alloc(0))).status).toBe(204);
    expect((await append(token, id, 0, deck)).status).toBe(409);
    expect((await read(token)).projectVersion).toBe(1);
  });

  test("complete but not checked (we died in between) is finished by the next HEAD", async () => {
    const { token } = await makeUser();
    const good = await create(token, pitch());
    await append(token, good.id, 0, deck.subarray(0, 100));
    const bad = await create(token, pitch(Buffer.alloc(200, "x")));
    await append(token, bad.id, 0, Buffer.alloc(100, "x"));
    // The rest arrived on disk, and no answer was ever given.
    await appendFile(join(filesDir, "uploads", good.id), deck.subarray(100));
    await appendFile(join(filesDir, "uploads", bad.id), Buffer.alloc(100, "x"));
    const answers = await Promise.all([head(token, good.id), head(token, good.id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await read(token)).project.pitch).toMatchObject({ id: good.id });
    expect((await read(token)).projectVersion).toBe(1);
    expect((await head(token, bad.id)).status).toBe(404);
  });

  test("may bring its bytes with the creation", async () => {
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

  test("replaces the field's former file, whose bytes go", async () => {
    const { token } = await makeUser();
    const first = await upload(token, pitch());
    const second = await upload(token, pitch(await pdf({ pages: 3 })));
    const answer = await read(token);
    expect(answer.project.pitch).toMatchObject({ id: second.id, pages: 3 });
    expect(answer.projectVersion).toBe(2);
    expect(existsSync(join(filesDir, first.id))).toBe(false);
    expect((await head(token, first.id)).status).toBe(404);
    expect((await api("GET", `${FILES}/${first.id}`, { token })).status).toBe(404);
  });

  test("of ten at once, each ends where it belongs", async () => {
    const { token } = await makeUser();
    const decks = await Promise.all(Array.from({ length: 10 }, (_, n) => pdf({ pages: n + 1 })));
    const answers = await Promise.all(decks.map((bytes) => upload(token, pitch(bytes))));
    expect(answers.map(({ status }) => status)).toEqual(decks.map(() => 204));
    const answer = await read(token);
    expect(answer.projectVersion).toBe(10);
    const [project] = await db.select().from(files).where(eq(files.id, answer.project.pitch.id));
    expect(
      await db.select().from(files).where(eq(files.projectId, project!.projectId)),
    ).toHaveLength(1);
  });

  test("of a logo is stored without its metadata, and its size and hash are those of what is stored", async () => {
    const { token } = await makeUser();
    const bytes = await image("jpeg");
    const { id, status } = await upload(token, { field: "logo", name: "logo.jpg", bytes });
    expect(status).toBe(204);
    const stored = await readFile(join(filesDir, id));
    expect(stored.includes("Giulia Ferraro")).toBe(false);
    expect(bytes.includes("Giulia Ferraro")).toBe(true);
    expect((await read(token)).project.logo).toMatchObject({
      size: stored.length,
      sha256: sha256(stored),
      type: "image/jpeg",
    });
  });
});

describe("what is refused before the first byte", () => {
  const ask = async (length: number | string, values: Record<string, string>, headers = {}) => {
    const { token } = await makeUser();
    const { status, json } = await api("POST", FILES, {
      token,
      headers: {
        ...TUS,
        "Upload-Length": String(length),
        "Upload-Metadata": metadata(values),
        ...headers,
      },
    });
    return [status, json?.code];
  };
  const deckName = { field: "pitch", filename: "a.pdf" };

  test.each([
    ["another field", 10, { ...deckName, field: "nome" }, [422, "invalid_choice"]],
    ["no field", 10, { filename: "a.pdf" }, [422, "invalid_choice"]],
    ["pptx", 10, { ...deckName, filename: "a.pptx" }, [422, "file_type_not_allowed"]],
    ["no name", 10, { field: "pitch" }, [422, "file_type_not_allowed"]],
    ["svg logo", 10, { field: "logo", filename: "a.svg" }, [422, "file_type_not_allowed"]],
    ["nothing in it", 0, deckName, [422, "file_empty"]],
    ["one byte too many", UPLOAD_MAX_BYTES + 1, deckName, [413, "too_large"]],
    ["far too many", "9007199254740991", deckName, [413, "too_large"]],
    ["more than a number holds", "9".repeat(400), deckName, [413, "too_large"]],
    ["exactly the limit", UPLOAD_MAX_BYTES, deckName, [201, undefined]],
    [
      "logo too large",
      LOGO_MAX_BYTES + 1,
      { field: "logo", filename: "a.png" },
      [413, "too_large"],
    ],
    ["logo at its limit", LOGO_MAX_BYTES, { field: "logo", filename: "a.png" }, [201, undefined]],
    ["a negative length", "-5", deckName, [400, "invalid_upload"]],
    ["a length in hexadecimal", "0x10", deckName, [400, "invalid_upload"]],
    ["a broken length", "1.5", deckName, [400, "invalid_upload"]],
  ])("%s", async (_, length, values, expected) => {
    expect(await ask(length, values as Record<string, string>)).toEqual(expected);
  });

  test("a length that would come later, bad metadata, and another tus", async () => {
    const { token } = await makeUser();
    const post = async (headers: Record<string, string>) => {
      const { status, json, headers: given } = await api("POST", FILES, { token, headers });
      return [status, json.code, given.get("tus-resumable")];
    };
    const later = { ...TUS, "Upload-Defer-Length": "1", "Upload-Metadata": metadata(deckName) };
    expect(await post(later)).toEqual([400, "invalid_upload", "1.0.0"]);
    const bad = { ...TUS, "Upload-Length": "1", "Upload-Metadata": "field ???" };
    expect(await post(bad)).toEqual([400, "invalid_upload", "1.0.0"]);
    expect(await post({ "Upload-Length": "1" })).toEqual([412, "tus_version", "1.0.0"]);
    const { headers } = await api("OPTIONS", FILES);
    expect(headers.get("tus-version")).toBe("1.0.0");
    expect(headers.get("tus-max-size")).toBe(String(UPLOAD_MAX_BYTES));
  });

  test("names are a file's last part, on one line", async () => {
    const { token } = await makeUser();
    const name = "../../etc/\u202egpj.Il\n mio.pdf";
    await upload(token, { field: "pitch", name, bytes: deck });
    expect((await read(token)).project.pitch.name).toBe("gpj.Il mio.pdf");
  });

  test("more bytes than were announced", async () => {
    const { token } = await makeUser();
    const { id } = await create(token, pitch());
    const { status, json } = await append(token, id, 0, Buffer.concat([deck, deck]));
    expect([status, json.code]).toEqual([413, "too_large"]);
    expect((await head(token, id)).headers.get("upload-offset")).toBe("0");
  });
});

describe("what is refused at the end", () => {
  test("is forgotten, so that choosing the same file again really sends it again", async () => {
    const { token } = await makeUser();
    await upload(token, pitch());
    const before = await read(token);
    const slides = await pdf({ pages: 21 });
    const { id, status, json } = await upload(token, pitch(slides));
    expect([status, json.code]).toEqual([422, "file_too_many_slides"]);
    expect((await head(token, id)).status).toBe(404);
    expect((await append(token, id, slides.length, Buffer.alloc(0))).status).toBe(404);
    expect(await read(token)).toEqual(before);
    const left = await readdir(join(filesDir, "uploads"));
    expect(left.filter((name) => name.startsWith(id))).toEqual([]);
    expect(existsSync(join(filesDir, id))).toBe(false);
  });

  test("a video too long, a spoofed name, an unreadable file", async () => {
    const { token } = await makeUser();
    const codes = [];
    for (const bytes of [video("long-121.mp4"), deck, video("sound-only.mp4")]) {
      codes.push((await upload(token, { field: "video", name: "a.mp4", bytes })).json.code);
    }
    expect(codes).toEqual(["file_too_long", "file_content_mismatch", "file_unreadable"]);
    const { json } = await api("GET", "wp/v2/project/timeline", { token });
    expect(json.events[2]).toEqual({
      at: clock.now.toISOString(),
      type: "file_refused",
      data: { field: "video", name: "a.mp4", code: "file_too_long" },
    });
  });
});

describe("whose upload it is", () => {
  test("another applicant gets 404 on every method, and changes nothing", async () => {
    const owner = await makeUser();
    const other = await makeUser();
    const { id } = await create(owner.token, clip());
    const whole = await upload(owner.token, pitch());
    for (const foreign of [id, whole.id, GONE, "x", "..%2f..%2fetc"]) {
      const answers = [
        await head(other.token, foreign),
        await append(other.token, foreign, 0, Buffer.from("x")),
        await api("GET", `${FILES}/${foreign}`, { token: other.token }),
        await api("DELETE", `${FILES}/${foreign}`, { token: other.token, headers: TUS }),
        await api("DELETE", `${FILES}/${foreign}`, { token: other.token }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    }
    expect((await head(owner.token, id)).headers.get("upload-offset")).toBe("0");
    expect((await bytesOf(owner.token, whole.id)).bytes).toEqual(deck);
    // An unfinished upload is no file yet, not even to its owner.
    expect((await api("GET", `${FILES}/${id}`, { token: owner.token })).status).toBe(404);
  });

  test("without a token nothing answers", async () => {
    const { token } = await makeUser();
    const { id } = await create(token, clip());
    for (const method of ["HEAD", "PATCH", "GET", "DELETE"]) {
      expect((await api(method, `${FILES}/${id}`, { headers: TUS })).status).toBe(401);
    }
  });
});

describe("deleting", () => {
  test("a file empties its field and raises the version", async () => {
    const { token } = await makeUser();
    const { id } = await upload(token, pitch());
    const old = await api("DELETE", `${FILES}/${id}`, { token, headers: { "If-Match": "0" } });
    expect([old.status, old.json.code]).toEqual([412, "version_conflict"]);
    expect((await api("DELETE", `${FILES}/${id}`, { token })).status).toBe(204);
    expect(await read(token)).toMatchObject({ projectVersion: 2, project: { pitch: null } });
    expect(existsSync(join(filesDir, id))).toBe(false);
    expect((await api("DELETE", `${FILES}/${id}`, { token })).status).toBe(404);
    expect((await head(token, id)).status).toBe(404);
    const { json } = await api("GET", "wp/v2/project/timeline", { token });
    expect(json.events[0]).toMatchObject({ type: "file_deleted", data: { field: "pitch" } });
  });

  test("an unfinished upload ends it", async () => {
    const { token } = await makeUser();
    const { id } = await create(token, clip());
    await append(token, id, 0, clip().bytes.subarray(0, 100));
    const ended = () => api("DELETE", `${FILES}/${id}`, { token, headers: TUS });
    const { status, headers } = await ended();
    expect([status, headers.get("tus-resumable")]).toEqual([204, "1.0.0"]);
    const again = await ended();
    expect([again.status, again.headers.get("tus-resumable")]).toEqual([404, "1.0.0"]);
    expect((await head(token, id)).status).toBe(404);
    expect(existsSync(join(filesDir, "uploads", id))).toBe(false);
  });

  test("what a sent version holds stays on disk for the evaluators", async () => {
    const { token } = await makeUser();
    await api("POST", "wp/v2/project", { token, body: fullDraft() });
    const { id } = await upload(token, pitch());
    await upload(token, clip());
    expect((await api("POST", "wp/v2/project/send", { token })).status).toBe(200);
    await upload(token, pitch(await pdf({ pages: 2 })));
    expect(existsSync(join(filesDir, id))).toBe(true);
    const [row] = await db.select().from(files).where(eq(files.id, id));
    expect(row?.detachedAt).toEqual(clock.now);
    expect((await read(token)).projectUnsent).toBe(true);
    expect((await api("GET", `${FILES}/${id}`, { token })).status).toBe(404);
  });
});

describe("dates and locks", () => {
  test("bytes are accepted until the deadline and the grace, judged by arrival", async () => {
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

  test("a locked, sent application takes no more files, not even those on their way", async () => {
    const { token } = await makeUser();
    await api("POST", "wp/v2/project", { token, body: fullDraft() });
    const sent = await upload(token, pitch());
    await upload(token, clip());
    const { id } = await create(token, pitch());
    // All of it is here, and its check has not ended when the application is sent.
    const whole = await create(token, pitch());
    await append(token, whole.id, 0, deck.subarray(0, 100));
    await appendFile(join(filesDir, "uploads", whole.id), deck.subarray(100));
    await db.update(editions).set({ afterSending: "locked" });
    await api("POST", "wp/v2/project/send", { token });
    expect((await head(token, whole.id)).status).toBe(404);
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

describe("reading a file", () => {
  test("gives its bytes as an attachment that does nothing", async () => {
    const { token } = await makeUser();
    const { id } = await upload(token, pitch());
    const { status, bytes, headers } = await bytesOf(token, id);
    expect(status).toBe(200);
    expect(bytes).toEqual(deck);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-length": String(deck.length),
      "content-disposition": `attachment; filename="Fil_ _ pitch.pdf"; filename*=UTF-8''Fil%C3%B2%20%E2%80%93%20pitch.pdf`,
      "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
      "accept-ranges": "bytes",
    });
  });

  test.each([
    ["bytes=0-99", 206, 0, 100],
    ["bytes=100-", 206, 100, undefined],
    ["bytes=-10", 206, -10, undefined],
    ["bytes=0-999999999", 206, 0, undefined],
    ["bytes=999999999-", 416, 0, 0],
    ["bytes=0-1,5-6", 200, 0, undefined],
    ["bytes=9-1", 200, 0, undefined],
    ["items=0-1", 200, 0, undefined],
  ])("%s answers %i", async (range, status, from, to) => {
    const { token } = await makeUser();
    const sent = clip();
    const { id } = await upload(token, sent);
    const answer = await bytesOf(token, id, { Range: range });
    expect(answer.status).toBe(status);
    expect(answer.bytes).toEqual(sent.bytes.subarray(from, to));
    const size = sent.bytes.length;
    const start = from < 0 ? size + from : from;
    if (status === 206) {
      const end = start + answer.bytes.length - 1;
      expect(answer.headers.get("content-range")).toBe(`bytes ${start}-${end}/${size}`);
    }
    if (status === 416) expect(answer.headers.get("content-range")).toBe(`bytes */${size}`);
  });
});

describe("the disk and the clock", () => {
  test("a full disk is a 503 that loses nothing", async () => {
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

  test("unfinished uploads are forgotten after seven days, files never", async () => {
    const { token } = await makeUser();
    const open = await create(token, clip());
    const { id } = await upload(token, pitch());
    await sweepUploads(deps, new Date(clock.now.getTime() + 7 * 86_400_000 - 1));
    expect((await head(token, open.id)).status).toBe(200);
    await sweepUploads(deps, new Date(clock.now.getTime() + 7 * 86_400_000 + 1));
    expect((await head(token, open.id)).status).toBe(404);
    expect(existsSync(join(filesDir, "uploads", open.id))).toBe(false);
    expect((await bytesOf(token, id)).bytes).toEqual(deck);
    expect(await db.select().from(uploads).where(eq(uploads.id, open.id))).toEqual([]);
  });

  test("bytes that no row knows are swept a day later, known ones stay", async () => {
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

  test("the oldest of too many unfinished uploads gives way", async () => {
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
