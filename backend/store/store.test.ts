import { createHash, randomBytes, randomUUID } from "node:crypto";
import { readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { testFolder } from "@/tests/support/folder";
import { memoryStore } from "@/tests/support/servers/memory-store";
import { testS3 } from "@/tests/support/servers/s3";
import { folderStore } from "./folder";
import { hashOf } from "./hash";
import { putBytes } from "./put-bytes";
import { s3Store } from "./s3";

const FILES_DIR = await testFolder("store");
const { bucket } = await testS3();
const finished = await testFolder("finished");
const bytes = randomBytes(300_000);

const STORES = {
  folder: folderStore(join(FILES_DIR, "made", "by it")),
  memory: memoryStore(),
  bucket: s3Store(bucket),
  "bucket with a prefix": s3Store({ ...bucket, S3_PREFIX: "slancio/files/" }),
};

describe.each(Object.entries(STORES))("a file store: %s", (_, store) => {
  test("the file store keeps a file's bytes and does not move the file", async () => {
    const id = randomUUID();
    const path = join(finished, id);
    await writeFile(path, bytes);
    await store.put(id, path);
    expect(await buffer(store.open(id))).toEqual(bytes);
    expect(await store.size(id)).toBe(bytes.length);
    expect(await readFile(path)).toEqual(bytes);
  });

  test("storing a file under the same id replaces its bytes", async () => {
    const id = randomUUID();
    const path = join(finished, id);
    await writeFile(path, "the first");
    await store.put(id, path);
    await store.put(id, path);
    expect(String(await buffer(store.open(id)))).toBe("the first");
    await putBytes(store, id, Buffer.from("the second, longer"));
    expect(String(await buffer(store.open(id)))).toBe("the second, longer");
    expect(await readFile(path, "utf8")).toBe("the first");
  });

  test("the file store contains all files stored at the same time", async () => {
    const ids = Array.from({ length: 20 }, () => randomUUID());
    await Promise.all(ids.map((id) => putBytes(store, id, Buffer.from(id))));
    const read = await Promise.all(ids.map(async (id) => String(await buffer(store.open(id)))));
    expect(read).toEqual(ids);
  });

  test("the file store opens a range including both ends", async () => {
    const id = randomUUID();
    await putBytes(store, id, bytes);
    const middle = await buffer(store.open(id, { start: 1000, end: 200_000 }));
    expect(middle).toEqual(bytes.subarray(1000, 200_001));
    expect(await buffer(store.open(id, { start: 299_999, end: 299_999 }))).toHaveLength(1);
  });

  test("the file store returns the hash of a stored file", async () => {
    const id = randomUUID();
    await putBytes(store, id, bytes);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    expect(await hashOf(store.open(id))).toBe(sha256);
  });

  test("the file store has no bytes for an unknown or removed id, and a second removal has no effect", async () => {
    const [id, never] = [randomUUID(), randomUUID()];
    await putBytes(store, id, bytes);
    await store.remove([id, never]);
    await store.remove([id]);
    await store.remove([]);
    for (const gone of [id, never]) {
      expect(await store.size(gone)).toBeNull();
      await expect(buffer(store.open(gone))).rejects.toThrow();
    }
  });

  test("the file store lists files stored before an instant", async () => {
    const id = randomUUID();
    const before = new Date(Date.now() - 1000);
    await putBytes(store, id, bytes);
    expect(await store.list(before)).not.toContain(id);
    expect(await store.list(new Date(Date.now() + 1000))).toContain(id);
    await store.remove([id]);
    expect(await store.list(new Date(Date.now() + 1000))).not.toContain(id);
  });

  test("the file store refuses a missing file and keeps no bytes of it", async () => {
    const id = randomUUID();
    await expect(store.put(id, join(finished, "nothing"))).rejects.toThrow();
    expect(await store.size(id)).toBeNull();
  });

  test("the file store works and has free space", async () => {
    await store.works();
    expect(await store.room()).toBeGreaterThan(0);
  });
});

describe("the folder as file store", () => {
  test("the folder links a file's bytes instead of copying them", async () => {
    const folder = await testFolder("second-name");
    const [id, path] = [randomUUID(), join(FILES_DIR, "whole")];
    await writeFile(path, bytes);
    await folderStore(folder).put(id, path);
    expect((await stat(join(folder, id))).ino).toBe((await stat(path)).ino);
    expect(await readdir(folder)).toEqual([id]);
  });

  test("the folder counts an old file as new, so that its bytes are not deleted before its row exists", async () => {
    const folder = await testFolder("young");
    const store = folderStore(folder);
    const [id, path] = [randomUUID(), join(FILES_DIR, "old")];
    await writeFile(path, bytes);
    await utimes(path, new Date(0), new Date(0));
    await store.put(id, path);
    expect(await store.list(new Date(Date.now() - 60_000))).toEqual([]);
  });

  test("the folder counts the reserve as used, and reports when writing fails", async () => {
    expect(await folderStore(FILES_DIR, { FREE_RESERVE_MB: 1e9 }).room()).toBeLessThan(0);
    await expect(folderStore("/proc/version").works()).rejects.toThrow();
  });

  test("the folder lists only files that it stored", async () => {
    const folder = await testFolder("others");
    for (const name of ["uploads.txt", `${randomUUID()}.json`]) {
      await writeFile(join(folder, name), "x");
    }
    const store = folderStore(folder);
    expect(await store.list(new Date(Date.now() + 1000))).toEqual([]);
  });
});
