import { createHash, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ProjectFile } from "@/contract/project/project-schemas";
import { evaluationBench } from "@/tests/support/people/evaluation";
import { files } from "../../db/schema/applications";
import { POWERPOINT } from "../../files/renditions/convert";
import { makeRenditions } from "../../files/renditions/make-renditions";
import { renditionIds } from "../../files/renditions/rendition-ids";
import { putBytes } from "../../store/put-bytes";

const { api, db, deps, clock, makeSent, makeUser, makeEvaluator, sendAgain, withdraw } =
  await evaluationBench();
const evaluator = await makeEvaluator();

const VIDEO = { field: "video", name: "Il video.mp4", type: "video/mp4" } as const;

/** Stores a file in the file store and in the database, like an upload. */
async function upload(
  projectId: string,
  text: string,
  file: Pick<ProjectFile, "field" | "name" | "type"> = VIDEO,
): Promise<ProjectFile> {
  const bytes = Buffer.from(text);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const [row] = await db
    .insert(files)
    .values({
      projectId,
      ...file,
      size: bytes.length,
      sha256,
      detachedAt: clock.now,
    })
    .returning();
  await putBytes(deps.store, row!.id, bytes);
  const { id, field, name, size, type } = row!;
  return { id, field, name, size, type, sha256, uploaded_at: clock.now.toISOString() };
}
const get = (path: string, headers?: Record<string, string>) =>
  api("GET", `wp/v2/projects/${path}`, { token: evaluator.token, headers });

const { id } = await makeSent();
const first = await upload(id, "0123456789");
await sendAgain(id, { fields: { video: first } });

describe("files of sent projects", () => {
  test("sent files are attachments of their type, complete or in ranges", async () => {
    const whole = await get(`${id}/files/${first.id}`);
    expect([whole.status, await whole.response.text()]).toEqual([200, "0123456789"]);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-type": "video/mp4",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    });
    expect(whole.headers.get("content-disposition")).toMatch(/^attachment/);
    expect(whole.headers.get("content-security-policy")).toContain("sandbox");
    const part = await get(`${id}/files/${first.id}`, { Range: "bytes=2-4" });
    expect([part.status, await part.response.text()]).toEqual([206, "234"]);
  });

  test("a rendition is sent to readers of its file, in ranges, once it is ready", async () => {
    const path = `${id}/files/${first.id}`;
    const states = async () => (await get(id)).json.renditions;
    expect([(await get(`${path}?as=video`)).status, await states()]).toEqual([404, {}]);
    const convertFile = async (folder: string) => {
      const [video, poster] = [join(folder, "v"), join(folder, "p")];
      await writeFile(video, "playable");
      await writeFile(poster, "poster");
      return { ok: true as const, main: video, poster };
    };
    await makeRenditions(deps, convertFile);
    expect(await states()).toEqual({ [first.id]: "ready" });
    const part = await get(`${path}?as=video`, { Range: "bytes=0-3" });
    expect([part.status, await part.response.text()]).toEqual([206, "play"]);
    expect(Object.fromEntries(part.headers)).toMatchObject({
      "content-type": "video/mp4",
      "cache-control": "private, no-store",
    });
    const poster = await get(`${path}?as=poster`);
    expect([await poster.response.text(), poster.headers.get("content-type")]).toEqual([
      "poster",
      "image/jpeg",
    ]);
    expect((await get(`${path}?as=pdf`)).status).toBe(404);
    const stranger = await makeUser();
    const theirs = await api("GET", `wp/v2/projects/${path}?as=video`, { token: stranger.token });
    expect(theirs.status).toBe(403);
    await deps.store.remove([renditionIds(first.id).mainId]);
    expect((await get(`${path}?as=video`)).status).toBe(404);
    expect(await states()).toEqual({});
    await makeRenditions(deps, convertFile);
    expect((await get(`${path}?as=video`)).status).toBe(200);
  });

  test("the pages of a PowerPoint deck are sent to evaluators once they are ready", async () => {
    const project = await makeSent();
    const powerPoint = { field: "pitch", name: "Il deck.ppt", type: POWERPOINT } as const;
    const deck = await upload(project.id, "slides", powerPoint);
    await sendAgain(project.id, { fields: { pitch: deck } });
    const states = async () => (await get(project.id)).json.renditions;
    expect(await states()).toEqual({});
    await makeRenditions(deps, async (folder) => {
      const main = join(folder, "pages.pdf");
      await writeFile(main, "pages");
      return { ok: true, main, poster: null };
    });
    expect(await states()).toEqual({ [deck.id]: "ready" });
    const pages = await get(`${project.id}/files/${deck.id}?as=pdf`);
    expect(await pages.response.text()).toBe("pages");
  });

  test("the captions of a video are sent as WebVTT to readers of the video", async () => {
    const path = `${id}/files/${first.id}?as=captions`;
    expect((await get(path)).status).toBe(404);
    const cues = [{ start: 1, end: 62.5, text: "R&D <b>" }];
    await sendAgain(id, { fields: { video: { ...first, captions: { language: "it", cues } } } });
    const answer = await get(path);
    expect([answer.status, await answer.response.text()]).toEqual([
      200,
      "WEBVTT\n\n00:00:01.000 --> 00:01:02.500\nR&amp;D &lt;b&gt;\n",
    ]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/vtt; charset=utf-8",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    });
    expect((await get(id)).json.project.video.captions.cues).toEqual(cues);
    const stranger = await makeUser();
    const theirs = await api("GET", `wp/v2/projects/${path}`, { token: stranger.token });
    expect(theirs.status).toBe(403);
  });

  test("a file of the newer draft returns 404 until the draft is sent", async () => {
    const next = await upload(id, "newer");
    expect((await get(`${id}/files/${next.id}`)).status).toBe(404);
    await sendAgain(id, { fields: { video: next } });
    expect((await get(`${id}/files/${next.id}`)).status).toBe(200);
    expect((await get(`${id}/files/${first.id}`)).status).toBe(404);
  });

  test("a file returns 404 for another project, a withdrawn project, and an invalid id", async () => {
    const other = await makeSent();
    const theirs = await upload(other.id, "theirs");
    await sendAgain(other.id, { fields: { video: theirs } });
    expect((await get(`${id}/files/${theirs.id}`)).status).toBe(404);
    expect((await get(`${other.id}/files/${theirs.id}`)).status).toBe(200);
    await withdraw(other.id);
    expect((await get(`${other.id}/files/${theirs.id}`)).status).toBe(404);
    expect((await get(`${id}/files/${randomUUID()}`)).status).toBe(404);
    expect((await get(`${id}/files/..%2f..%2fetc%2fpasswd`)).status).toBe(404);
  });
});
