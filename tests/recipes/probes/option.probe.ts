import { expect, test } from "vitest";
import { messagesIn, optionWord } from "@/backend/documents/messages";
import { STAGE } from "@/contract/project/options";
import { MESSAGES } from "@/tests/support/render";
import { testBackend } from "@/tests/support/servers/backend";

const { api, makeUser, makeEdition } = await testBackend();

test("it may be chosen, and is kept", async () => {
  await makeEdition();
  const { token } = await makeUser();
  const body = { stage: "stage-franchise" };
  expect((await api("POST", "wp/v2/project", { token, body })).status).toBe(200);
  expect((await api("GET", "wp/v2/project", { token })).json.project.stage).toBe("stage-franchise");
});

test("the API says so", async () => {
  const { paths } = (await api("GET", "openapi.json")).json;
  expect(JSON.stringify(paths["/wp/v2/project"].post.requestBody)).toContain('"stage-franchise"');
});

test("evaluators look for it", async () => {
  const { token } = await makeUser({ roles: ["evaluator"] });
  const path = "wp/v2/projects?stage=stage-franchise";
  expect((await api("GET", path, { token })).status).toBe(200);
});

test.each(["it", "en"] as const)("pages and papers have a word for it (%s)", (language) => {
  const words = STAGE.map((stage) => MESSAGES[language].options[stage]);
  expect(words.every(Boolean)).toBe(true);
  expect(optionWord(messagesIn(language), "stage-franchise")).toBe(words.at(-1));
});
