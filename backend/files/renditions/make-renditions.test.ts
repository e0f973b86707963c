import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { eq, sql } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { video } from "@/tests/support/made-files/files";
import { ppt } from "@/tests/support/made-files/ppt-files";
import { FILES, uploadBench } from "@/tests/support/people/uploader";
import { files, renditions } from "../../db/schema/applications";
import { sweepUploads } from "../sweep";
import type { convert } from "./convert";
import { makeRenditions } from "./make-renditions";
import { renditionStates } from "./read-renditions";
import { renditionIds } from "./rendition-ids";

const { makeUser, db, deps, clock, api, upload, clip } = await uploadBench();

/** A converter that needs no ffmpeg. It copies the video, so that a test can see which bytes it received. */
const copy: typeof convert = async (folder) => {
  const [made, poster] = [join(folder, "video.mp4"), join(folder, "poster.jpg")];
  await writeFile(made, await readFile(join(folder, "input")));
  await writeFile(poster, "poster");
  return { ok: true, main: made, poster };
};
const refuse: typeof convert = async () => ({
  ok: false,
  reason: "broken",
  main: "",
  poster: null,
});
const unreachable: typeof convert = async () => {
  throw new Error("the disk is full");
};

async function uploaded() {
  const { token } = await makeUser();
  const { id } = await upload(token, clip());
  return { token, id };
}
async function rowOf(id: string) {
  const [row] = await db.select().from(renditions).where(eq(renditions.fileId, id));
  return row;
}
const sizes = (id: string) =>
  Promise.all(Object.values(renditionIds(id)).map((one) => deps.store.size(one)));
/** Makes the last report of the converting process three minutes old, as if the process had been killed. */
const silence = (id: string) =>
  db
    .update(renditions)
    .set({ claimedAt: sql`clock_timestamp() - interval '3 minutes'` })
    .where(eq(renditions.fileId, id));
// Deletes all files after each test, so that each test converts only its own video.
afterEach(async () => void (await db.delete(files)));

describe("renditions", () => {
  test("each video gets one rendition and one poster, once", async () => {
    const { id } = await uploaded();
    await makeRenditions(deps, copy);
    expect(await rowOf(id)).toMatchObject({ state: "ready", attempts: 1 });
    expect(await buffer(deps.store.open(renditionIds(id).mainId))).toEqual(video("clip.mp4"));
    await makeRenditions(deps, unreachable);
    expect(await rowOf(id)).toMatchObject({ state: "ready", attempts: 1 });
  });

  test("the owner plays the rendition, and no other user does", async () => {
    const { token, id } = await uploaded();
    const played = (as: string, who = token) =>
      api("GET", `${FILES}/${id}?as=${as}`, { token: who });
    expect((await played("video")).status).toBe(404);
    await makeRenditions(deps, copy);
    const { status, response } = await played("video");
    expect([status, response.headers.get("content-type")]).toEqual([200, "video/mp4"]);
    expect((await played("pdf")).status).toBe(404);
    expect((await played("video", (await makeUser()).token)).status).toBe(404);
  });

  test("a PowerPoint deck gets a PDF and no poster", async () => {
    const { token } = await makeUser();
    const { id } = await upload(token, { field: "pitch", name: "deck.ppt", bytes: ppt() });
    await makeRenditions(deps, async (folder, type) => ({
      ...(await copy(folder, type)),
      poster: null,
    }));
    expect(await rowOf(id)).toMatchObject({ state: "ready" });
    expect(await sizes(id)).toEqual([ppt().length, null]);
  });

  test("two instances never convert one video at the same time", async () => {
    await uploaded();
    let begun = 0;
    const count: typeof convert = async (folder, type) => {
      begun += 1;
      await new Promise((resolve) => setTimeout(resolve, 200));
      return copy(folder, type);
    };
    const before = await db.$count(renditions);
    expect(before).toBe(0);
    await Promise.all([makeRenditions(deps, count), makeRenditions(deps, count)]);
    expect(begun).toBe(await db.$count(renditions));
  });

  test("a video that cannot be converted fails once and leaves the file", async () => {
    const { id, token } = await uploaded();
    await makeRenditions(deps, refuse);
    await makeRenditions(deps, copy);
    expect(await rowOf(id)).toMatchObject({ state: "failed", reason: "broken", attempts: 1 });
    expect((await api("GET", `${FILES}/${id}`, { token })).status).toBe(200);
  });

  test("another process continues after kill -9, at most three times", async () => {
    const { id } = await uploaded();
    const dies: typeof convert = () => new Promise(() => {});
    for (const attempts of [1, 2, 3]) {
      void makeRenditions(deps, dies);
      await expect.poll(async () => (await rowOf(id))?.attempts).toBe(attempts);
      // While the converting process reports regularly, no other process takes the video.
      await makeRenditions(deps, copy);
      expect(await rowOf(id)).toMatchObject({ state: "waiting", attempts });
      await silence(id);
    }
    await makeRenditions(deps, copy);
    expect(await rowOf(id)).toMatchObject({ state: "failed" });
  });

  test("an outage does not count against the video", async () => {
    const { id } = await uploaded();
    for (let outage = 0; outage < 4; outage += 1) {
      await makeRenditions(deps, unreachable);
      expect(await rowOf(id)).toMatchObject({ state: "waiting", attempts: 0 });
      await silence(id);
    }
    await makeRenditions(deps, copy);
    expect(await rowOf(id)).toMatchObject({ state: "ready" });
  });

  test("readers of a waiting file see no state while its conversion program is missing", async () => {
    const { id } = await uploaded();
    await makeRenditions(deps, unreachable);
    const states = (has: boolean) => renditionStates(db, [id], async () => has);
    expect([await states(true), await states(false)]).toEqual([{ [id]: "waiting" }, {}]);
    await silence(id);
    await makeRenditions(deps, copy);
    expect(await states(false)).toEqual({ [id]: "ready" });
  });

  test("the sweep keeps renditions, and deleting the file deletes them", async () => {
    const { id, token } = await uploaded();
    await makeRenditions(deps, copy);
    await sweepUploads(deps, new Date(clock.now.getTime() + 3 * 86_400_000));
    expect(await sizes(id)).toEqual([video("clip.mp4").length, 6]);
    expect((await api("DELETE", `${FILES}/${id}`, { token })).status).toBe(204);
    expect(await sizes(id)).toEqual([null, null]);
    expect(await rowOf(id)).toBeUndefined();
  });

  test("a file that is deleted during its conversion leaves no bytes", async () => {
    const { id, token } = await uploaded();
    await makeRenditions(deps, async (folder, type) => {
      await api("DELETE", `${FILES}/${id}`, { token });
      return copy(folder, type);
    });
    expect(await sizes(id)).toEqual([null, null]);
  });
});
