import { randomBytes, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { testFolder } from "@/tests/support/folder";
import { testS3 } from "@/tests/support/servers/s3";
import { readConfig } from "../config";
import { hashOf } from "./hash";
import { openStore } from "./open-store";
import { putBytes } from "./put-bytes";
import { s3Store } from "./s3";

const MB = 1024 * 1024;
const { bucket, env, turn, passed } = await testS3();
const store = s3Store(bucket);
const folder = await testFolder("whole");
afterEach(() => turn("open"));

/** Expects a promise to reject within the time limit. Returns the milliseconds until the rejection. */
async function failing(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await expect(work()).rejects.toThrow();
  return performance.now() - began;
}

test("the configuration selects the bucket by its name, and a key without its secret is refused", async () => {
  const id = randomUUID();
  await putBytes(store, id, Buffer.from("kept"));
  const needed = {
    DATABASE_URL: "postgres://127.0.0.1/none",
    SMTP_URL: "smtp://127.0.0.1",
    TOKEN_SECRET: "not needed for files, but asked for",
  };
  expect(await openStore(readConfig({ ...needed, ...env })).size(id)).toBe(4);
  expect(await openStore(readConfig({ ...needed, FILES_DIR: folder })).size(id)).toBeNull();
  expect(() => readConfig({ ...needed, ...env, S3_SECRET_ACCESS_KEY: "" })).toThrow(
    /must both be set/,
  );
});

test("100 MB are stored and read without being in memory as a whole", async () => {
  const path = join(folder, "large");
  await writeFile(path, randomBytes(MB));
  await truncate(path, 100 * MB);
  const id = randomUUID();
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }, 5);
  await store.put(id, path);
  expect(await hashOf(store.open(id))).toBe(await hashOf(createReadStream(path)));
  clearInterval(watch);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(100 * MB);
}, 60_000);

test("a download from the bucket continues after its connection breaks", async () => {
  const id = randomUUID();
  const bytes = randomBytes(8 * MB);
  await putBytes(store, id, bytes);
  for (const range of [undefined, { start: 1000, end: 7 * MB }]) {
    const parts: Buffer[] = [];
    let breaks = 2;
    for await (const chunk of store.open(id, range)) {
      parts.push(chunk);
      if (breaks > 0) await turn("open");
      breaks -= 1;
    }
    const { start = 0, end = bytes.length } = range ?? {};
    expect(Buffer.concat(parts).equals(bytes.subarray(start, end + 1))).toBe(true);
  }
});

test("a reader that stops receives no more bytes", async () => {
  const id = randomUUID();
  await putBytes(store, id, randomBytes(8 * MB));
  const reading = store.open(id);
  for await (const _ of reading) break;
  expect(reading.destroyed).toBe(true);
  await store.works();
});

test("a file is not reported as deleted while the bucket is unreachable, silent or a different one", async () => {
  const id = randomUUID();
  await putBytes(store, id, Buffer.from("there"));
  await turn("closed");
  expect(await failing(() => store.size(id))).toBeLessThan(5_000);
  expect(await failing(() => buffer(store.open(id)))).toBeLessThan(5_000);
  expect(await failing(() => putBytes(store, id, Buffer.from("other")))).toBeLessThan(5_000);
  expect(await failing(() => store.works())).toBeLessThan(5_000);
  await turn("silent");
  expect(await failing(() => store.size(id))).toBeLessThan(15_000);
  await turn("open");
  expect(String(await buffer(store.open(id)))).toBe("there");
  const elsewhere = s3Store({ ...bucket, S3_BUCKET: "elsewhere" });
  await failing(() => elsewhere.size(id));
  await failing(() => elsewhere.works());
}, 60_000);

test("a file whose storing is interrupted is not in the bucket", async () => {
  const path = join(folder, "cut");
  await writeFile(path, randomBytes(20 * MB));
  const id = randomUUID();
  const before = passed();
  const put = store.put(id, path);
  put.catch(() => {});
  await expect.poll(() => passed() - before, { timeout: 10_000, interval: 1 }).toBeGreaterThan(MB);
  await turn("closed");
  await expect(put).rejects.toThrow();
  await turn("open");
  await store.put(id, path);
  expect(await store.size(id)).toBe(20 * MB);
});
