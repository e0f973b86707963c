import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { fullDraft, insertFile } from "@/tests/support/people/project";
import { testBackend } from "@/tests/support/servers/backend";
import { projects } from "../db/schema/applications";

const { api, makeUser, freshToken, makeEdition, db, clock } = await testBackend();

test("thirty submissions an hour are accepted, and the next one must wait", async () => {
  await makeEdition();
  const user = await makeUser();
  const save = (idea: string, token = user.token) =>
    api("POST", "wp/v2/project", { token, body: { idea } });
  const send = (token = user.token, headers = {}) =>
    api("POST", "wp/v2/project/send", { token, headers });
  await api("POST", "wp/v2/project", { token: user.token, body: fullDraft() });
  const [project] = await db.select().from(projects).where(eq(projects.userId, user.id));
  for (const field of ["pitch", "video"] as const) await insertFile(db, project!.id, field, field);
  let last = await send(user.token, { "Idempotency-Key": "first" });
  for (let n = 1; n < 30; n++) {
    await save(`Idea ${n}`);
    last = await send();
    expect(last.status).toBe(200);
  }
  expect((await send()).json.receipt).toEqual(last.json.receipt);

  await save("Ancora");
  const refused = await send();
  expect([refused.status, refused.json.code]).toEqual([429, "too_many_sends"]);
  expect(refused.headers.get("retry-after")).toBe("3600");
  const { json } = await api("GET", "wp/v2/project", { token: user.token });
  expect(json).toMatchObject({
    projectSent: true,
    projectUnsent: true,
    project: { idea: "Ancora" },
  });

  clock.now = new Date(clock.now.getTime() + 3_600_001);
  const again = await send(await freshToken(user));
  expect(again.status).toBe(200);
  expect(again.json.receipt.number).toBe("2026-000031");
});
