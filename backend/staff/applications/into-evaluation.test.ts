import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { MESSAGES } from "@/tests/support/render";
import { testBackend } from "@/tests/support/servers/backend";
import { editions, projects } from "../../db/schema/applications";

const { api, db, makeUser, makeEdition } = await testBackend();
const edition = await makeEdition();
const { token } = await makeUser({ roles: ["staff"] });
const { id: userId } = await makeUser();
const [project] = await db
  .insert(projects)
  .values({ editionId: edition.id, userId, fields: {} })
  .returning();

test("an extension into the evaluation or beyond it has an effect in the preview", async () => {
  const [begins, ends] = ["2026-10-10T07:00:00.000Z", "2026-10-30T23:00:00.000Z"];
  const effectsUntil = async (until: string) => {
    const body = { selection: { ids: [project?.id] }, until };
    const { json } = await api("POST", "wp/v2/staff/applications/extension", { token, body });
    return json.effects.slice(1);
  };
  expect(await effectsUntil("2026-10-31")).toEqual([]);
  await db
    .update(editions)
    .set({ evaluationOpensAt: new Date(begins), evaluationClosesAt: new Date(ends) })
    .where(eq(editions.id, edition.id));
  expect(await effectsUntil("2026-10-09")).toEqual([]);
  expect(await effectsUntil("2026-10-10T09:01")).toEqual([
    { name: "into_evaluation", count: 1, facts: { begins } },
  ]);
  expect(await effectsUntil("2026-10-31")).toEqual([
    { name: "after_evaluation", count: 1, facts: { ends: "2026-10-30" } },
  ]);
});

test.each(LANGUAGES)(
  "the effect of an extension into the evaluation has a text (%s)",
  (language) => {
    const { effect } = MESSAGES[language].staff.act;
    expect(effect).toHaveProperty(["into_evaluation"]);
    expect(effect).toHaveProperty(["after_evaluation"]);
  },
);
