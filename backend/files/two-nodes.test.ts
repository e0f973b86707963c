import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { testFolder } from "@/tests/support/folder";
import { video } from "@/tests/support/made-files/files";
import { metadata, TUS } from "@/tests/support/made-files/tus";
import { testBackend } from "@/tests/support/servers/backend";
import { createBackend } from "../app";
import { files } from "../db/schema/applications";
import { sweepFolder, sweepUploads } from "./sweep";

// Tests two back ends with one database and one file store, as on two machines.

const CHUNK = 100_000;
const bench = await testBackend();
const { db, deps, clock, makeUser } = bench;
await bench.makeEdition();

/** Creates another back-end instance. Without `uploadsDir`, all instances share one folder of unfinished uploads. */
function node(uploadsDir?: string) {
  const config = { ...deps.config, ...(uploadsDir && { UPLOADS_DIR: uploadsDir }) };
  return { ...createBackend({ ...deps, config }), config };
}
type Node = ReturnType<typeof node>;

function ask(to: Node, token: string, method: string, id: string, more: RequestInit = {}) {
  const path = id === "" ? "files" : `files/${id}`;
  const headers = { ...TUS, Authorization: `Bearer ${token}`, ...more.headers };
  const request = { duplex: "half", method, ...more, headers } as RequestInit;
  return to.fetch(new Request(`https://slancio.example/wp-json/wp/v2/project/${path}`, request));
}

/** Returns a video with unique bytes. */
function clip(): Buffer {
  const box = Buffer.alloc(8);
  const filling = randomBytes(400_000);
  box.writeUInt32BE(filling.length + 8);
  box.write("free", 4);
  return Buffer.concat([video("clip.mp4"), box, filling]);
}

async function begin(to: Node, token: string, bytes: Buffer): Promise<string> {
  const answer = await ask(to, token, "POST", "", {
    headers: {
      "Upload-Length": String(bytes.length),
      "Upload-Metadata": metadata({ field: "video", filename: "a.mp4" }),
    },
  });
  expect(answer.status).toBe(201);
  return answer.headers.get("location")!.split("/").at(-1)!;
}

/** Returns the number of received bytes of an upload, and the status of the response. */
async function offsetOf(to: Node, token: string, id: string) {
  const answer = await ask(to, token, "HEAD", id);
  return { status: answer.status, offset: Number(answer.headers.get("upload-offset")) };
}

/** Returns upload bytes that arrive slowly, so that two transfers overlap. */
function slowly(bytes: Buffer): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 1 + Math.random() * 3));
      if (at >= bytes.length) return controller.close();
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + 25_000)));
      at += 25_000;
    },
  });
}

async function append(to: Node, token: string, id: string, offset: number, bytes: Buffer) {
  const chunk = bytes.subarray(offset, offset + CHUNK);
  const { status } = await ask(to, token, "PATCH", id, {
    body: slowly(chunk),
    headers: {
      "Upload-Offset": String(offset),
      "Content-Type": "application/offset+octet-stream",
      "Content-Length": String(chunk.length),
    },
  });
  return status;
}

/**
 * Sends an upload like a client that knows of no other client: asks for the offset, sends the bytes, and asks again
 * after a refusal.
 */
async function send(to: Node, token: string, id: string, bytes: Buffer) {
  for (const until = Date.now() + 100_000; Date.now() < until; ) {
    const { status, offset } = await offsetOf(to, token, id);
    if (status === 404 || offset === bytes.length) return;
    if (status === 200) await append(to, token, id, offset, bytes);
    else await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("the upload does not end");
}

/** Returns the row and the bytes of an accepted file. */
async function kept(id: string) {
  const [row] = await db.select().from(files).where(eq(files.id, id));
  return { row: row!, bytes: await buffer(deps.store.open(id)) };
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

describe("instances with a shared upload folder", () => {
  test("12 files uploaded through two instances simultaneously are all stored correctly", async () => {
    const [one, other] = [node(), node()];
    const write = async () => {
      const { token } = await makeUser();
      const bytes = clip();
      const id = await begin(one, token, bytes);
      await Promise.all([send(one, token, id, bytes), send(other, token, id, bytes)]);
      const { row, bytes: stored } = await kept(id);
      return stored.equals(bytes) && row.sha256 === sha256(bytes);
    };
    const right = await Promise.all(Array.from({ length: 12 }, write));
    expect(right).toEqual(right.map(() => true));
  }, 120_000);

  test("a chunk that another instance has continued does no harm and is not confirmed", async () => {
    const [one, other] = [node(), node()];
    const { token } = await makeUser();
    const bytes = clip();
    const id = await begin(one, token, bytes);
    expect(await append(one, token, id, 0, bytes)).toBe(204);
    const held = Promise.withResolvers<void>();
    const late = ask(one, token, "PATCH", id, {
      body: new ReadableStream<Uint8Array>({
        async start(controller) {
          controller.enqueue(new Uint8Array(bytes.subarray(CHUNK, CHUNK + 1000)));
          await held.promise;
          controller.enqueue(new Uint8Array(randomBytes(CHUNK - 1000)));
          controller.close();
        },
      }),
      headers: {
        "Upload-Offset": String(CHUNK),
        "Content-Type": "application/offset+octet-stream",
        "Content-Length": String(CHUNK),
      },
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await send(other, token, id, bytes);
    held.resolve();
    expect((await late).status).toBe(409);
    const { row, bytes: stored } = await kept(id);
    expect(stored.equals(bytes)).toBe(true);
    expect(row.sha256).toBe(sha256(stored));
  });

  test("an upload continues after a restart of its instance", async () => {
    const { token } = await makeUser();
    const bytes = clip();
    const before = node();
    const id = await begin(before, token, bytes);
    expect(await append(before, token, id, 0, bytes)).toBe(204);
    const after = node();
    expect(await offsetOf(after, token, id)).toEqual({ status: 200, offset: CHUNK });
    await send(after, token, id, bytes);
    expect((await kept(id)).row.sha256).toBe(sha256(bytes));
    expect(await readdir(join(deps.config.FILES_DIR, "uploads"))).toEqual([]);
  });
});

describe("instances with separate upload folders", async () => {
  const [here, there] = [node(await testFolder("here")), node(await testFolder("there"))];

  test("an upload that reaches the other instance starts again, and each file is stored correctly", async () => {
    for (let count = 0; count < 3; count++) {
      const { token } = await makeUser();
      const bytes = clip();
      const id = await begin(here, token, bytes);
      expect(await append(here, token, id, 0, bytes)).toBe(204);
      expect((await offsetOf(there, token, id)).status).toBe(404);
      expect(await append(there, token, id, CHUNK, bytes)).toBe(404);
      expect(await offsetOf(here, token, id)).toEqual({ status: 200, offset: CHUNK });
      const again = await begin(there, token, bytes);
      await Promise.all([send(here, token, id, bytes), send(there, token, again, bytes)]);
      const rows = await db
        .select()
        .from(files)
        .where(eq(files.sha256, sha256(bytes)));
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows)
        expect((await buffer(deps.store.open(row.id))).equals(bytes)).toBe(true);
    }
  }, 60_000);

  test("each instance deletes the expired uploads of its folder, and uploads in progress stay", async () => {
    const bytes = clip();
    const { token } = await makeUser();
    const { token: second } = await makeUser();
    const id = await begin(here, token, bytes);
    const open = await begin(there, second, bytes);
    await append(here, token, id, 0, bytes);
    await append(there, second, open, 0, bytes);
    const lies = (at: Node, one: string) => existsSync(join(at.config.UPLOADS_DIR!, one));
    for (const one of [here, there]) await sweepFolder({ ...deps, config: one.config });
    expect([lies(here, id), lies(there, open)]).toEqual([true, true]);
    const later = new Date(clock.now.getTime() + 8 * 86_400_000);
    await sweepUploads({ ...deps, config: here.config }, later);
    await sweepFolder({ ...deps, config: here.config });
    expect([lies(here, id), lies(there, open)]).toEqual([false, true]);
    await sweepFolder({ ...deps, config: there.config });
    expect(lies(there, open)).toBe(false);
  });
});
