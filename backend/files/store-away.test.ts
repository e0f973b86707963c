import { writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { image, pdf, video } from "@/tests/support/made-files/files";
import { tusClient } from "@/tests/support/made-files/tus";
import { fullDraft } from "@/tests/support/people/project";
import { testBackend } from "@/tests/support/servers/backend";
import { memoryStore } from "@/tests/support/servers/memory-store";
import { testS3 } from "@/tests/support/servers/s3";
import { submissions, uploads } from "../db/schema/applications";
import { verifyReceipt } from "../project/receipt/verify-receipt";
import { createFinish } from "./finish-upload";
import { sweepUploads } from "./sweep";

// Tests the effects of a temporarily unreachable file store on users, during and after the outage.

const DAY = 86_400_000;
const s3 = await testS3();
const bench = await testBackend({ env: s3.env });
const { api, db, deps, clock, makeUser } = bench;
const { create, append, head, upload } = tusClient(api);
await bench.makeEdition();
const deck = await pdf();
const vela = await makeUser();
const pitch = { field: "pitch", name: "Deck.pdf", bytes: deck };
afterEach(() => s3.turn("open"));

const bytesOf = async ({ response }: { response: Response }) =>
  Buffer.from(await response.arrayBuffer());

test("a complete upload waits while the file store is unavailable, and finishes at a later request", async () => {
  const { token } = await makeUser();
  const { id } = await create(token, pitch);
  await append(token, id, 0, deck.subarray(0, 100));
  await s3.turn("closed");
  const last = await append(token, id, 100, deck.subarray(100));
  expect([last.status, last.json.code]).toEqual([503, "unavailable"]);
  expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await head(token, id)).status).toBe(503);
  expect((await api("GET", "wp/v2/project", { token })).json.project.pitch).toBeNull();
  await s3.turn("open");
  const again = await head(token, id);
  expect([again.status, again.headers.get("upload-offset")]).toEqual([200, String(deck.length)]);
  expect((await api("GET", "wp/v2/project", { token })).json.project.pitch.id).toBe(id);
  expect(await bytesOf(await api("GET", `wp/v2/project/files/${id}`, { token }))).toEqual(deck);
});

test("a logo that waited for the file store is stored without its metadata", async () => {
  const { token } = await makeUser();
  const bytes = await image("jpeg");
  await s3.turn("closed");
  const { id, status } = await upload(token, { field: "logo", name: "logo.jpg", bytes });
  expect(status).toBe(503);
  await s3.turn("open");
  expect((await head(token, id)).status).toBe(200);
  const stored = await bytesOf(await api("GET", `wp/v2/project/files/${id}`, { token }));
  expect(bytes.includes("Giulia Ferraro")).toBe(true);
  expect(stored.includes("Giulia Ferraro")).toBe(false);
});

test("a file that waits for the file store is checked once", async () => {
  const { token } = await makeUser();
  const { id } = await create(token, pitch);
  const path = `${deps.config.FILES_DIR}/uploads/${id}`;
  await writeFile(path, deck);
  const tus = {
    pathOf: () => path,
    sha256: async () => "of all bytes",
    sync: async () => {},
    drop: async () => {},
  };
  const check = vi.fn(async () => ({ type: "application/pdf", rewritten: null }));
  const finish = createFinish(deps, tus as never, check as never);
  const [row] = await db.select().from(uploads).where(eq(uploads.id, id));
  await s3.turn("closed");
  for (let time = 0; time < 3; time++) await expect(finish(row!, clock.now)).rejects.toThrow();
  await s3.turn("open");
  await finish(row!, clock.now);
  expect(check).toHaveBeenCalledTimes(1);
  expect(await deps.store.size(id)).toBe(deck.length);
  // The accepted check result was deleted after its use, so the next call checks the file again.
  await finish(row!, clock.now);
  expect(check).toHaveBeenCalledTimes(2);
});

test("without the file store answers are saved, an application is sent, and a file is deleted", async () => {
  const { id } = await upload(vela.token, pitch);
  await upload(vela.token, { field: "video", name: "a.mp4", bytes: video("clip.mp4") });
  const other = await makeUser();
  const { id: lone } = await upload(other.token, pitch);
  await s3.turn("closed");
  const saved = await api("POST", "wp/v2/project", { token: vela.token, body: fullDraft() });
  expect(saved.status).toBe(200);
  expect((await api("POST", "wp/v2/project/send", { token: vela.token })).status).toBe(200);
  const removed = await api("DELETE", `wp/v2/project/files/${lone}`, { token: other.token });
  expect(removed.status).toBe(204);
  expect((await api("GET", "health")).json).toMatchObject({ status: "degraded", disk: "down" });
  await s3.turn("open");
  expect(await deps.store.size(lone)).toBe(deck.length);
  await sweepUploads(deps, new Date(Date.now() + 2 * DAY));
  expect(await deps.store.size(lone)).toBeNull();
  expect(await deps.store.size(id)).toBe(deck.length);
});

test("without the file store an evaluator gets 503 and no message that the file is deleted", async () => {
  const { token } = await makeUser({ roles: ["evaluator"] });
  const [{ id }] = (await api("GET", "wp/v2/projects", { token })).json.projects;
  const { project } = (await api("GET", `wp/v2/projects/${id}`, { token })).json;
  const path = `wp/v2/projects/${id}/files/${project.pitch.id}`;
  const number = (await db.select().from(submissions))[0]!.number;
  await s3.turn("closed");
  for (const asked of [path, "wp/v2/projects/export?format=zip"]) {
    const away = await api("GET", asked, { token });
    expect([away.status, away.json.code]).toEqual([503, "unavailable"]);
    expect(Number(away.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  for (const asked of ["projects", `projects/${id}`, "projects/export?format=csv"])
    expect((await api("GET", `wp/v2/${asked}`, { token })).status).toBe(200);
  // The verification of the receipt fails with an error instead of reporting a broken receipt to staff.
  await expect(verifyReceipt(db, deps.store, number)).rejects.toThrow();
  await s3.turn("open");
  expect(await bytesOf(await api("GET", path, { token }))).toEqual(deck);
  expect(await verifyReceipt(db, deps.store, number)).toMatchObject({ problems: [] });
});

test("a data export that loses the file store half-way ends with an error and does not stop the process", async () => {
  const broken = () =>
    new Readable({
      read() {
        this.destroy(new Error("the store went away"));
      },
    });
  const other = await testBackend({ store: { ...memoryStore(), open: broken } });
  await other.makeEdition();
  const { token } = await other.makeUser();
  await tusClient(other.api).upload(token, pitch);
  const { response } = await other.api("GET", "wp/v2/users/me/export", { token });
  await expect(response.arrayBuffer()).rejects.toThrow();
});
