import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { projects } from "@/backend/db/schema/applications";
import { EMPTY_PROJECT } from "@/contract/project/project-schemas";
import { valuesOf } from "@/lib/draft/project-form";
import { image } from "@/tests/support/made-files/files";
import { tusClient } from "@/tests/support/made-files/tus";
import { evaluationBench } from "@/tests/support/people/evaluation";
import { fullDraft, insertFile } from "@/tests/support/people/project";

const { api, db, makeUser, makeEvaluator } = await evaluationBench();
const { create } = tusClient(api);
const { id: userId, token } = await makeUser();

test("it is no part of the text that is saved", () => {
  expect(Object.keys(EMPTY_PROJECT)).toContain("prototipo");
  expect(Object.keys(valuesOf(EMPTY_PROJECT))).not.toContain("prototipo");
});

test("an upload to it begins if its row lets it, and evaluators see what was sent", async () => {
  // Another recipe in the same copy of the repository adds the required field `motto`.
  await api("POST", "wp/v2/project", { token, body: { ...fullDraft(), motto: "Poca lana" } });
  const bytes = await image("png");
  const begin = async (name: string) =>
    (await create(token, { field: "prototipo", name, bytes })).status;
  expect([await begin("uno.png"), await begin("due.jpg")]).toEqual([201, 422]);
  const [project] = await db.select().from(projects).where(eq(projects.userId, userId));
  for (const field of ["pitch", "video", "prototipo"] as const) {
    await insertFile(db, project?.id ?? "", field);
  }
  const read = (await api("GET", "wp/v2/project", { token })).json;
  expect(read.project.prototipo.field).toBe("prototipo");
  expect((await api("POST", "wp/v2/project/send", { token })).status).toBe(200);
  const { get } = await makeEvaluator();
  const { id } = (await get("projects")).json.projects[0];
  expect((await get(`projects/${id}`)).json.project.prototipo.field).toBe("prototipo");
});
