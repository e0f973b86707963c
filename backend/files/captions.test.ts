import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { fullDraft, newPhone } from "@/tests/support/people/project";
import { FILES, uploadBench } from "@/tests/support/people/uploader";
import { files } from "../db/schema/applications";

const { api, makeUser, db, clock, ...applicant } = await uploadBench();
const { upload, read, pitch, clip, freshToken } = applicant;
const PATH = "wp/v2/project";
const CUES = [
  { start: 0, end: 0.4, text: "Ciao" },
  { start: 0.4, end: 0.9, text: "Siamo Filò" },
];

const save = (token: string, id: string, cues: unknown = CUES, headers = {}, language = "it") =>
  api("POST", `${FILES}/${id}/captions`, { token, headers, body: { language, cues } });

/** Uploads a video as a new applicant. */
async function withVideo() {
  const user = await makeUser();
  const { id } = await upload(user.token, clip());
  return { ...user, video: id };
}

/** Sends a complete application whose video has captions. */
async function sent() {
  const user = await withVideo();
  const { token, video } = user;
  await api("POST", PATH, { token, body: fullDraft({ referente_telefono: newPhone() }) });
  await upload(token, pitch());
  await save(token, video);
  const answer = await api("POST", `${PATH}/send`, { token });
  expect(answer.status).toBe(200);
  return { ...user, receipt: answer.json.receipt };
}

test("captions belong to the video and increase the version once", async () => {
  const { token, video } = await withVideo();
  const { projectVersion } = await read(token);
  expect((await save(token, video)).status).toBe(204);
  expect((await save(token, video)).status).toBe(204);
  const saved = await read(token);
  expect(saved.projectVersion).toBe(projectVersion + 1);
  expect(saved.project.video.captions).toEqual({ language: "it", cues: CUES });
  const { json } = await api("GET", `${PATH}/timeline`, { token });
  expect(json.events[0]).toMatchObject({ type: "saved" });
  expect((await save(token, video, [])).status).toBe(204);
  expect((await read(token)).project.video).not.toHaveProperty("captions");
});

test("only the owner of a video can write its captions, and only of a video", async () => {
  const { token, video } = await withVideo();
  const { id: deck } = await upload(token, pitch());
  const other = await makeUser();
  expect((await save(other.token, video)).status).toBe(404);
  expect((await save(token, deck)).status).toBe(404);
  expect((await save(token, "x")).status).toBe(404);
  const unsigned = await api("POST", `${FILES}/${video}/captions`, {
    body: { language: "it", cues: [] },
  });
  expect(unsigned.status).toBe(401);
  expect((await read(token)).project.video).not.toHaveProperty("captions");
});

test.each([
  [[{ start: 0.5, end: 0.2, text: "a" }], { "cues.0.end": "ends_early" }],
  [
    [
      { start: 0.5, end: 0.9, text: "a" },
      { start: 0.1, end: 0.9, text: "b" },
    ],
    { "cues.1.start": "out_of_order" },
  ],
  [[{ start: -1, end: 1, text: "a" }], { "cues.0.start": "invalid_time" }],
  [[{ start: 0, end: 1e9, text: "a" }], { "cues.0.end": "invalid_time" }],
  [[{ start: 300, end: 301, text: "a" }], { "cues.0.start": "after_end" }],
  [[{ start: 0, end: 1, text: " \u200b\n" }], { "cues.0.text": "required" }],
  [[{ start: 0, end: 1, text: "a".repeat(501) }], { "cues.0.text": "too_long" }],
  [[{ start: "0", end: 1, text: "a" }], { "cues.0.start": "invalid_type" }],
  [Array.from({ length: 501 }, () => CUES[0]), { cues: "too_many" }],
])("wrong cues are refused and named: %#", async (cues, fields) => {
  const { token, video } = await withVideo();
  const answer = await save(token, video, cues);
  expect([answer.status, answer.json.code, answer.json.data.fields]).toEqual([
    422,
    "invalid_fields",
    fields,
  ]);
  expect((await read(token)).project.video).not.toHaveProperty("captions");
});

test("an unknown language and an old version are refused", async () => {
  const { token, video } = await withVideo();
  const unknown = await save(token, video, CUES, {}, "xx");
  expect(unknown.json.data.fields).toEqual({ language: "invalid_choice" });
  const old = await save(token, video, CUES, { "If-Match": "0" });
  expect([old.status, old.json.code]).toEqual([412, "version_conflict"]);
});

test("the text of a cue is cleaned and keeps no empty line", async () => {
  const { token, video } = await withVideo();
  await save(token, video, [{ start: 0, end: 0.50049, text: " uno\r\n\r\n\u202edue " }]);
  expect((await read(token)).project.video.captions.cues).toEqual([
    { start: 0, end: 0.5, text: "uno\ndue" },
  ]);
});

test("a sent application keeps its captions until it is sent again, with a new receipt", async () => {
  const { token, video, receipt } = await sent();
  const again = await api("POST", `${PATH}/send`, { token });
  expect(again.json.receipt).toEqual(receipt);
  const changed = [{ start: 0, end: 0.5, text: "Un altro testo" }];
  await save(token, video, changed);
  const draft = await read(token);
  expect(draft.projectUnsent).toBe(true);
  expect(draft.projectSentAs.video.captions.cues).toEqual(CUES);
  const answer = await api("POST", `${PATH}/send`, { token });
  expect(answer.json.receipt.number).not.toBe(receipt.number);
  expect(answer.json.receipt.sha256).toBe(receipt.sha256);
  expect((await read(token)).projectSentAs.video.captions.cues).toEqual(changed);
});

test("reverting restores the sent captions", async () => {
  const { token, video } = await sent();
  await save(token, video, []);
  const answer = await api("POST", `${PATH}/revert`, { token });
  expect(answer.json.project.video.captions).toEqual({ language: "it", cues: CUES });
  expect(answer.json.projectUnsent).toBe(false);
});

test("captions are refused after the deadline", async () => {
  const user = await withVideo();
  const { projectDeadlineAt } = await read(user.token);
  const before = clock.now;
  clock.now = new Date(Date.parse(projectDeadlineAt) + 24 * 3_600_000);
  const late = await save(await freshToken(user), user.video);
  clock.now = before;
  expect([late.status, late.json.code]).toEqual([403, "deadline_passed"]);
});

test("replacing a video deletes its captions", async () => {
  const { token, video } = await withVideo();
  await save(token, video);
  const { id } = await upload(token, clip());
  expect((await read(token)).project.video).toMatchObject({ id });
  expect((await read(token)).project.video).not.toHaveProperty("captions");
  expect(await db.select().from(files).where(eq(files.id, video))).toEqual([]);
  expect((await save(token, video)).status).toBe(404);
});
