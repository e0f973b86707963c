import { existsSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { pdf } from "@/tests/support/made-files/files";
import { TUS } from "@/tests/support/made-files/tus";
import { fullDraft } from "@/tests/support/people/project";
import { FILES, uploadBench } from "@/tests/support/people/uploader";
import { files } from "../db/schema/applications";

const { api, makeUser, db, clock, filesDir, deck, ...applicant } = await uploadBench();
const { create, append, head, upload, read, pitch, clip, bytesOf } = applicant;
const GONE = "00000000-0000-4000-8000-000000000000";

describe("ownership of an upload", () => {
  test("another applicant gets 404 from each method and changes nothing", async () => {
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
    expect((await api("GET", `${FILES}/${id}`, { token: owner.token })).status).toBe(404);
  });

  test("a file request without a token gets 401", async () => {
    const { token } = await makeUser();
    const { id } = await create(token, clip());
    for (const method of ["HEAD", "PATCH", "GET", "DELETE"]) {
      expect((await api(method, `${FILES}/${id}`, { headers: TUS })).status).toBe(401);
    }
  });
});

describe("deletion of files and uploads", () => {
  test("deleting a file empties its field and increments the version", async () => {
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
    expect(json.events[0]).toMatchObject({
      type: "file_deleted",
      data: { field: "pitch", name: "Filò – pitch.pdf" },
    });
  });

  test("deleting an unfinished upload ends it", async () => {
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

  test("a file of a sent version stays on disk for the evaluators after its replacement", async () => {
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

describe("download of a file", () => {
  test("a download is an attachment with headers that let it run nothing", async () => {
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
  ])("a download with the range %s is answered with %i", async (range, status, from, to) => {
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
