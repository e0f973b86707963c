import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { fullDraft, insertFile } from "@/tests/support/people/project";
import { testBackend } from "@/tests/support/servers/backend";
import { projects } from "../db/schema/applications";

const { api, makeUser, freshToken, makeEdition, db, clock } = await testBackend();
const PATH = "wp/v2/project";
const BEFORE = clock.now;

beforeAll(async () => {
  await makeEdition();
});

async function withdrawn() {
  const user = await makeUser();
  await api("POST", PATH, { token: user.token, body: fullDraft() });
  const [project] = await db.select().from(projects).where(eq(projects.userId, user.id));
  await insertFile(db, project!.id, "pitch");
  await insertFile(db, project!.id, "video");
  const sent = await api("POST", `${PATH}/send`, { token: user.token });
  await api("DELETE", PATH, { token: user.token });
  return { ...user, projectId: project!.id, number: sent.json.receipt.number };
}

test("a restored application is visible to evaluators again with its receipt", async () => {
  clock.now = BEFORE;
  const { token, projectId, number } = await withdrawn();
  const evaluator = await makeUser({ roles: ["evaluator"] });
  const seen = () => api("GET", `wp/v2/projects/${projectId}`, { token: evaluator.token });
  expect((await seen()).status).toBe(404);
  expect((await api("GET", `${PATH}/receipt`, { token })).status).toBe(404);
  expect((await api("POST", `${PATH}/restore`, { token })).status).toBe(200);
  expect((await seen()).json.number).toBe(number);
  expect((await api("GET", `${PATH}/receipt`, { token })).status).toBe(200);
});

test("an application is restorable until the grace period ends", async () => {
  clock.now = BEFORE;
  const user = await withdrawn();
  const at = async (instant: string) => {
    clock.now = new Date(instant);
    return api("POST", `${PATH}/restore`, { token: await freshToken(user) });
  };
  const late = await at("2026-09-30T22:15:00.000Z");
  expect([late.status, late.json.code]).toEqual([403, "deadline_passed"]);
  expect((await at("2026-09-30T22:14:59.999Z")).status).toBe(200);
});
