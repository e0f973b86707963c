import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { uploadBench } from "@/tests/support/people/uploader";
import { files, uploads } from "../db/schema/applications";
import { Failure, fail } from "../http/failure";
import { createFinish } from "./finish-upload";

// Tests finishing a complete upload while other requests or instances handle the upload too. The test replaces the file
// check and tus.

const { api, db, deps, clock, filesDir, deck, makeUser, create, pitch, read, counted } =
  await uploadBench();
const AWAY = new Failure("unavailable");

/** Creates a complete, unchecked upload and the function that finishes it. `meanwhile` runs during the file check. */
async function whole(meanwhile: (id: string) => unknown = () => {}, store = deps.store) {
  const { token } = await makeUser();
  const { id } = await create(token, pitch());
  const path = join(filesDir, "uploads", id);
  await writeFile(path, deck);
  const tus = {
    pathOf: () => path,
    sha256: async () => "of all bytes",
    sync: vi.fn(async () => {}),
    drop: vi.fn(async () => {}),
  };
  const check = vi.fn(async () => {
    await meanwhile(id);
    return { type: "application/pdf", rewritten: null };
  });
  const finish = createFinish({ ...deps, store }, tus as never, check as never);
  const [row] = await db.select().from(uploads).where(eq(uploads.id, id));
  if (!row) throw new Error("no upload");
  return { id, token, path, tus, check, finish, row };
}
const eventsOf = async (token: string) => {
  const { json } = await api("GET", "wp/v2/project/timeline", { token });
  return json.events.map(({ type }: { type: string }) => type);
};
const verdicts = async (of: string) => {
  const { values } = await counted.getSingleMetric("slancio_uploads_total")!.get();
  return values.find(({ labels }) => labels.verdict === of)?.value ?? 0;
};

describe("a complete upload", () => {
  test("a complete upload that two requests find is checked once, and a third request gets the file", async () => {
    const { id, token, finish, row, check, tus } = await whole();
    const before = await verdicts("accepted");
    await Promise.all([finish(row, clock.now), finish(row, clock.now)]);
    expect(check).toHaveBeenCalledTimes(1);
    expect(tus.sync).toHaveBeenCalledTimes(1);
    expect(await verdicts("accepted")).toBe(before + 1);
    await finish(row, clock.now);
    const { project, projectVersion } = await read(token);
    expect([project.pitch.id, projectVersion]).toEqual([id, 1]);
    expect(project.pitch.sha256).toBe("of all bytes");
  });

  test("an upload refused by its check is counted, reported and deleted once", async () => {
    const { id, token, finish, row, tus } = await whole(() => fail("file_unreadable"));
    const before = await verdicts("file_unreadable");
    await expect(finish(row, clock.now)).rejects.toThrow("file_unreadable");
    expect(await verdicts("file_unreadable")).toBe(before + 1);
    expect(tus.drop).toHaveBeenCalledWith(id);
    await expect(finish(row, clock.now)).rejects.toThrow("file_unreadable");
    expect(await eventsOf(token)).toEqual(["file_refused"]);
    expect(await verdicts("file_unreadable")).toBe(before + 1);
  });

  test("an upload with missing bytes gets no verdict and may be requested again soon", async () => {
    const { id, path, finish, row, check } = await whole();
    await writeFile(path, deck.subarray(1));
    await expect(finish(row, clock.now)).rejects.toMatchObject({
      code: "unavailable",
      message: "bytes are missing",
      details: { retryAfter: 5 },
    });
    expect(check).not.toHaveBeenCalled();
    expect(await db.$count(uploads, eq(uploads.id, id))).toBe(1);
  });

  test("an upload that another instance continues from a copy is left to that instance", async () => {
    // Replaces the upload's file with a copy that lacks bytes, as another instance does when it takes over.
    const copy = async (id: string) => {
      const path = join(filesDir, "uploads", id);
      await writeFile(`${path}.copy`, deck.subarray(1));
      await rename(`${path}.copy`, path);
    };
    const { id, token, finish, row } = await whole(copy);
    await expect(finish(row, clock.now)).rejects.toMatchObject({
      code: "unavailable",
      message: "another node goes on with it",
    });
    expect((await read(token)).project.pitch).toBeNull();
    expect(await db.$count(uploads, eq(uploads.id, id))).toBe(1);
  });

  test("an upload that another instance has accepted stays, even if its check fails here", async () => {
    const { id, token, finish, row } = await whole(async (id) => {
      await db.update(uploads).set({ finishedAt: clock.now }).where(eq(uploads.id, id));
      fail("file_unreadable");
    });
    await finish(row, clock.now);
    expect(await db.$count(uploads, eq(uploads.id, id))).toBe(1);
    expect(await eventsOf(token)).not.toContain("file_refused");
  });

  test("an upload that its owner cancels during the check is refused without an event and stores no file", async () => {
    const end = (id: string) => db.delete(uploads).where(eq(uploads.id, id));
    const refused = await whole(async (id) => {
      await end(id);
      fail("file_unreadable");
    });
    await expect(refused.finish(refused.row, clock.now)).rejects.toThrow("file_unreadable");
    expect(await eventsOf(refused.token)).not.toContain("file_refused");
    const good = await whole(end);
    await expect(good.finish(good.row, clock.now)).rejects.toMatchObject({ code: "not_found" });
    expect(await db.$count(files, eq(files.id, good.id))).toBe(0);
  });
});

test("verdicts are kept for a thousand uploads that wait for the file store, and the oldest is dropped", async () => {
  const store = { ...deps.store, put: () => Promise.reject(AWAY) };
  const { finish, row, check } = await whole(undefined, store);
  const nth = (n: number) => ({ ...row, id: `${n}` });
  const tried = async (n: number) => {
    check.mockClear();
    await expect(finish(nth(n), clock.now)).rejects.toBe(AWAY);
    return check.mock.calls.length;
  };
  for (let n = 0; n < 1000; n++) await tried(n);
  expect([await tried(0), await tried(999)]).toEqual([0, 0]);
  expect(await tried(1000)).toBe(1);
  expect([await tried(1), await tried(0)]).toEqual([0, 1]);
});
