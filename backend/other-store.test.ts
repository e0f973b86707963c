import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { image, pdf, video } from "@/tests/support/made-files/files";
import { tusClient } from "@/tests/support/made-files/tus";
import { unzip } from "@/tests/support/made-files/unpack";
import { PASSWORD, peopleOf } from "@/tests/support/people/people";
import { fullDraft } from "@/tests/support/people/project";
import { testBackend } from "@/tests/support/servers/backend";
import { memoryStore } from "@/tests/support/servers/memory-store";
import { testS3 } from "@/tests/support/servers/s3";
import { sweepUploads } from "./files/sweep";
import { verifyReceipt } from "./project/receipt/verify-receipt";
import { s3Store } from "./store/s3";
import { eraseDue } from "./users/erase";

// Tests the lifecycle of an application's files with an S3 bucket as the file store.

const DAY = 86_400_000;
const { bucket } = await testS3();

describe.each([
  ["memory", memoryStore()],
  ["a bucket", s3Store(bucket)],
])("a file store in %s", async (_, store) => {
  const bench = await testBackend({ store });
  const { api, db, deps, clock, filesDir, makeUser, makeEdition } = bench;
  const { upload } = tusClient(api);
  await makeEdition();
  const { token } = await peopleOf(bench).signUp();
  const evaluator = await makeUser({ roles: ["evaluator"] });
  const deck = await pdf();
  let deckId = "";

  const kept = () => store.list(new Date(Date.now() + DAY));
  const bytesOf = async ({ response }: { response: Response }) =>
    Buffer.from(await response.arrayBuffer());

  test("complete uploads are in the file store, and none of their bytes stay in the folder", async () => {
    await upload(token, { field: "pitch", name: "First.pdf", bytes: await pdf({ pages: 2 }) });
    const pitch = await upload(token, { field: "pitch", name: "Deck.pdf", bytes: deck });
    await upload(token, { field: "video", name: "a.mp4", bytes: video("clip.mp4") });
    await upload(token, { field: "logo", name: "a.png", bytes: await image("png") });
    expect(pitch.status).toBe(204);
    deckId = pitch.id;
    expect(await kept()).toHaveLength(3);
    expect(await store.size(pitch.id)).toBe(deck.length);
    expect(await readdir(filesDir, { recursive: true })).toEqual(["uploads"]);
    await sweepUploads(deps, clock.now);
    expect(await kept()).toHaveLength(3);
  });

  test("the applicant downloads stored files completely and in ranges, and the receipt matches them", async () => {
    await api("POST", "wp/v2/project", { token, body: fullDraft() });
    const { json: sent } = await api("POST", "wp/v2/project/send", { token });
    const path = `wp/v2/project/files/${deckId}`;
    expect(await bytesOf(await api("GET", path, { token }))).toEqual(deck);
    const part = await api("GET", path, { token, headers: { Range: "bytes=10-29" } });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe(`bytes 10-29/${deck.length}`);
    expect(part.headers.get("etag")).toBe(`"${createHash("sha256").update(deck).digest("hex")}"`);
    expect(await bytesOf(part)).toEqual(deck.subarray(10, 30));
    expect(await verifyReceipt(db, store, sent.receipt.number)).toMatchObject({ problems: [] });
  });

  test("evaluators and exports read files from the store", async () => {
    const { json: list } = await api("GET", "wp/v2/projects", { token: evaluator.token });
    const [{ id }] = list.projects;
    const { json: one } = await api("GET", `wp/v2/projects/${id}`, { token: evaluator.token });
    const file = `wp/v2/projects/${id}/files/${one.project.pitch.id}`;
    expect(await bytesOf(await api("GET", file, { token: evaluator.token }))).toEqual(deck);
    for (const [path, reader] of [
      ["wp/v2/projects/export?format=zip", evaluator.token],
      ["wp/v2/users/me/export", token],
    ] as const) {
      const entries = await unzip(await bytesOf(await api("GET", path, { token: reader })));
      expect([...entries.values()].some((bytes) => bytes.equals(deck))).toBe(true);
    }
  });

  test("the erasure of an account deletes its files from the store", async () => {
    await api("DELETE", "wp/v2/users/me/", { token, body: { password: PASSWORD } });
    expect(await kept()).toHaveLength(3);
    expect(await eraseDue(deps, new Date(clock.now.getTime() + 400 * DAY))).toBe(1);
    expect(await kept()).toEqual([]);
  });
});
