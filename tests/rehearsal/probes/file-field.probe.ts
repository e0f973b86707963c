import { expect, test } from "vitest";
import { EMPTY_PROJECT } from "@/contract/project/project-schemas";
import { valuesOf } from "@/lib/draft/project-form";
import { image, pdf, video } from "@/tests/support/made-files/files";
import { tusClient } from "@/tests/support/made-files/tus";
import { evaluationBench } from "@/tests/support/people/evaluation";
import { fullDraft } from "@/tests/support/people/project";

const { api, makeUser, makeEvaluator } = await evaluationBench();
const { upload } = tusClient(api);
const { token } = await makeUser();

test("it is no part of the text that is saved", () => {
  expect(Object.keys(EMPTY_PROJECT)).toContain("prototipo");
  expect(Object.keys(valuesOf(EMPTY_PROJECT))).not.toContain("prototipo");
});

test("it takes what its row says, and evaluators get it with what was sent", async () => {
  await api("POST", "wp/v2/project", { token, body: fullDraft() });
  await upload(token, { field: "pitch", name: "deck.pdf", bytes: await pdf() });
  await upload(token, { field: "video", name: "clip.mp4", bytes: video("clip.mp4") });
  await upload(token, { field: "prototipo", name: "uno.png", bytes: await image("png") });
  const { project, progress } = (await api("GET", "wp/v2/project", { token })).json;
  expect([project.prototipo.name, progress]).toEqual(["uno.png", 100]);
  const jpeg = { field: "prototipo", name: "due.jpg", bytes: await image("jpeg") };
  expect((await upload(token, jpeg)).json.code).toBe("file_type_not_allowed");
  expect((await api("POST", "wp/v2/project/send", { token })).status).toBe(200);
  const { get } = await makeEvaluator();
  const { id } = (await get("projects")).json.projects[0];
  const sent = (await get(`projects/${id}`)).json.project.prototipo;
  const read = await get(`projects/${id}/files/${sent.id}`);
  expect([read.status, sent.type]).toEqual([200, "image/png"]);
});
