import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { LARGEST_FILE } from "@/contract/project/file-rules";
import { LOGO_MAX_BYTES, UPLOAD_MAX_BYTES } from "@/contract/project/uploads";
import { pdf, video } from "@/tests/support/made-files/files";
import { metadata, TUS } from "@/tests/support/made-files/tus";
import { FILES, uploadBench } from "@/tests/support/people/uploader";
import { files } from "../db/schema/applications";
import { accountLimit } from "../http/limits";
import { countOne } from "../http/rate-limit";

const { api, db, makeUser, freshToken, clock, filesDir, deck, ...applicant } = await uploadBench();
const { create, append, head, upload, read, pitch } = applicant;

describe("uploads refused before the first byte", () => {
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
  ])(
    "an upload with invalid data is refused before its first byte: %s",
    async (_, length, values, expected) => {
      expect(await ask(length, values as Record<string, string>)).toEqual(expected);
    },
  );

  test("an upload with a deferred length, invalid metadata or another tus version is refused", async () => {
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
    expect(headers.get("tus-max-size")).toBe(String(LARGEST_FILE));
    expect(headers.get("tus-extension")).toBe(
      "creation,creation-with-upload,termination,expiration",
    );
  });

  test("bytes without the content type and offset of tus are refused", async () => {
    const { token } = await makeUser();
    const { id } = await create(token, pitch());
    for (const type of ["application/octet-stream", "application/offset+octet-stream;x", ""]) {
      const answer = await append(token, id, 0, deck, { "Content-Type": type });
      expect([answer.status, answer.json.code]).toEqual([415, "wrong_media_type"]);
      expect(answer.headers.get("tus-resumable")).toBe("1.0.0");
    }
    expect((await head(token, id)).headers.get("upload-offset")).toBe("0");
    const { "Upload-Offset": _, ...without } = { ...TUS, "Upload-Offset": "0" };
    const odd = { ...without, "Content-Type": "application/offset+octet-stream" };
    for (const offset of [null, "-1", "0x0", "1e3", "9".repeat(400)]) {
      const headers = offset === null ? odd : { ...odd, "Upload-Offset": offset };
      const { status } = await api("PATCH", `${FILES}/${id}`, { token, body: deck, headers });
      expect([offset, status]).toEqual([offset, offset?.startsWith("9") ? 409 : 400]);
    }
    const bare = await api("PATCH", `${FILES}/${id}`, { token, headers: odd });
    expect(bare.status).toBe(400);
    const { "Content-Type": _type, ...untyped } = { ...odd, "Upload-Offset": "0" };
    expect((await api("PATCH", `${FILES}/${id}`, { token, headers: untyped })).status).toBe(415);
    expect((await append(token, id, 0, deck)).status).toBe(204);
  });

  test("a request to a finished upload without the tus version, or after the deletion of its file, is refused", async () => {
    const { token } = await makeUser();
    const { id } = await upload(token, pitch());
    expect((await head(token, id)).status).toBe(200);
    const at = { "Upload-Offset": String(deck.length) };
    const headers = { ...at, "Content-Type": "application/offset+octet-stream" };
    const again = await api("PATCH", `${FILES}/${id}`, { token, headers });
    expect([again.status, again.json.code]).toEqual([412, "tus_version"]);
    expect((await api("HEAD", `${FILES}/${id}`, { token })).status).toBe(412);
    expect((await api("DELETE", `${FILES}/${id}`, { token, headers: TUS })).status).toBe(204);
    expect((await head(token, id)).status).toBe(404);
    const { id: former } = await upload(token, pitch());
    await db.update(files).set({ detachedAt: clock.now }).where(eq(files.id, former));
    expect((await head(token, former)).status).toBe(404);
  });

  test("a file name is reduced to its last path segment on one line", async () => {
    const { token } = await makeUser();
    const name = "../../etc/\u202egpj.Il\n mio.pdf";
    await upload(token, { field: "pitch", name, bytes: deck });
    expect((await read(token)).project.pitch.name).toBe("gpj.Il mio.pdf");
  });

  test("an upload with more bytes than announced is refused", async () => {
    const { token } = await makeUser();
    const { id } = await create(token, pitch());
    const { status, json } = await append(token, id, 0, Buffer.concat([deck, deck]));
    expect([status, json.code]).toEqual([413, "too_large"]);
    expect((await head(token, id)).headers.get("upload-offset")).toBe("0");
  });
});

test("an account with too many heavy files starts no upload, and its complete upload waits", async () => {
  const user = await makeUser();
  const { id } = await create(user.token, pitch());
  await append(user.token, id, 0, deck.subarray(0, 100));
  const limit = accountLimit("heavy_file", user.id);
  await countOne(db, limit, clock.now, limit.max);
  const refused = [429, "too_many_heavy_files"];
  for (const { status, json } of [
    await create(user.token, pitch()),
    await append(user.token, id, 100, deck.subarray(100)),
  ])
    expect([status, json.code]).toEqual(refused);
  expect((await read(user.token)).project.pitch).toBeNull();
  const before = clock.now;
  clock.now = new Date(before.getTime() + 3_600_001);
  const token = await freshToken(user);
  expect((await head(token, id)).status).toBe(200);
  expect((await read(token)).project.pitch.id).toBe(id);
  clock.now = before;
});

describe("uploads refused after the last byte", () => {
  test("a refused upload is deleted, so that the same file can be uploaded again", async () => {
    const { token } = await makeUser();
    await upload(token, pitch());
    const before = await read(token);
    const slides = await pdf({ pages: 21 });
    const { id, status, json } = await upload(token, pitch(slides));
    expect([status, json.code, json.data.file]).toEqual([
      422,
      "file_too_many_slides",
      { found: 21 },
    ]);
    expect((await head(token, id)).status).toBe(404);
    expect((await append(token, id, slides.length, Buffer.alloc(0))).status).toBe(404);
    expect(await read(token)).toEqual(before);
    const left = await readdir(join(filesDir, "uploads"));
    expect(left.filter((name) => name.startsWith(id))).toEqual([]);
    expect(existsSync(join(filesDir, id))).toBe(false);
  });

  test("a video that is too long, another type of file, and a video without a picture are refused", async () => {
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
      data: { field: "video", name: "a.mp4", code: "file_too_long", found: 121 },
    });
  });
});
