import { createHash, randomBytes } from "node:crypto";
import { appendFile, readFile, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ERRORS } from "@tus/server";
import { expect, test } from "vitest";
import { testFolder } from "@/tests/support/folder";
import { createReceiver } from "./receive";

const folder = await testFolder("receive");
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
let files = 0;

/** Creates an empty file and a function that receives bytes for the file. */
async function empty() {
  const path = join(folder, `file-${files++}`);
  await writeFile(path, "");
  const receiver = createReceiver();
  const { signal } = new AbortController();
  const take = (body: ReadableStream<Uint8Array>, offset: number, max = 1e9, by = signal) =>
    receiver.receive(path, body, { path, offset, max, signal: by });
  return { path, receiver, take, hash: (size: number) => receiver.hashOf(path, path, size) };
}

/** Returns a request body that arrives in small pieces and, if requested, fails at the end. */
function body(bytes: Buffer, { breaks = false, piece = 60_000 } = {}): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(new Uint8Array(bytes.subarray(at, at + piece)));
      else if (breaks) controller.error(new Error("the line is gone"));
      else controller.close();
      at += piece;
    },
  });
}

test("received pieces are stored at their place, and their hash needs no second read", async () => {
  const bytes = randomBytes(7_000_001);
  const { path, take, hash } = await empty();
  expect(await take(body(bytes.subarray(0, 4_000_000)), 0)).toBe(4_000_000);
  expect(await take(body(bytes.subarray(4_000_000)), 4_000_000)).toBe(bytes.length);
  expect(await readFile(path)).toEqual(bytes);
  expect(await hash(bytes.length)).toBe(sha256(bytes));
  // The hash is requested twice, because finishing an upload can be retried.
  expect(await hash(bytes.length)).toBe(sha256(bytes));
});

test("the hash continues after a lost connection from the stored bytes", async () => {
  const bytes = randomBytes(3_000_000);
  const { path, take, hash } = await empty();
  const lost = take(body(bytes.subarray(0, 1_000_000), { breaks: true }), 0);
  await expect(lost).rejects.toBe(ERRORS.ABORTED);
  expect((await readFile(path)).length).toBe(1_000_000);
  await take(body(bytes.subarray(1_000_000)), 1_000_000);
  expect(await readFile(path)).toEqual(bytes);
  expect(await hash(bytes.length)).toBe(sha256(bytes));
});

test("no hash is given for bytes that another process received", async () => {
  const bytes = randomBytes(500_000);
  const started = await empty();
  await writeFile(started.path, bytes.subarray(0, 1000));
  await started.take(body(bytes.subarray(1000)), 1000);
  expect(await started.hash(bytes.length)).toBeNull();

  const joined = await empty();
  await joined.take(body(bytes.subarray(0, 1000)), 0);
  expect(await joined.hash(bytes.length)).toBeNull();
  // Another process appends a part of the file, so this process does not know the hash.
  await appendFile(joined.path, bytes.subarray(1000, 2000));
  await joined.take(body(bytes.subarray(2000)), 2000);
  expect(await joined.hash(bytes.length)).toBeNull();

  const touched = await empty();
  await touched.take(body(bytes), 0);
  expect(await touched.hash(bytes.length)).toBe(sha256(bytes));
  await utimes(touched.path, new Date(), new Date(1_000_000));
  expect(await touched.hash(bytes.length)).toBeNull();
});

test("more bytes than announced are refused", async () => {
  const { path, take } = await empty();
  const refused = take(body(randomBytes(300_000)), 0, 200_000);
  await expect(refused).rejects.toBe(ERRORS.ERR_MAX_SIZE_EXCEEDED);
  expect((await readFile(path)).length).toBeLessThanOrEqual(200_000);
});

test("a cancelled call ends with the bytes it has received", async () => {
  const { path, take, hash } = await empty();
  const way = new AbortController();
  let pulls = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (pulls++ < 3) return controller.enqueue(new Uint8Array(1000));
      way.abort();
    },
  });
  const end = await take(endless, 0, 1e9, way.signal);
  expect(end).toBe(3000);
  expect(await readFile(path)).toEqual(Buffer.alloc(3000));
  expect(await hash(3000)).toBe(sha256(Buffer.alloc(3000)));
});

test("a full disk is reported, and no hash is given afterwards", async () => {
  const { path, receiver } = await empty();
  const full = `${path}-full`;
  await symlink("/dev/full", full);
  const place = { path: full, offset: 0, max: 1e9, signal: new AbortController().signal };
  const taken = receiver.receive(full, body(randomBytes(3_000_000)), place);
  await expect(taken).rejects.toBe(ERRORS.FILE_WRITE_ERROR);
  expect(receiver.timeFor(full, 1)).toBeNull();
});
