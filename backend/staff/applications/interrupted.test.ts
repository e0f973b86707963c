import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { DAY, MINUTE } from "@/contract/durations";
import { insertFile } from "@/tests/support/people/project";
import { testBackend } from "@/tests/support/servers/backend";
import { files, projects, uploads } from "../../db/schema/applications";

const { api, db, clock, makeUser, makeEdition } = await testBackend();
const edition = await makeEdition();
const { token } = await makeUser({ roles: ["staff"] });

test("an interrupted upload is a trouble after an hour until the field has its file", async () => {
  const { id: userId } = await makeUser();
  const [project] = await db
    .insert(projects)
    .values({ editionId: edition.id, userId, fields: { nome: "Onda" } })
    .returning();
  const id = project?.id ?? "";
  const begun = (minutes: number, field: "video" | "pitch" = "video") =>
    db.insert(uploads).values({
      ...{ id: randomUUID(), userId, projectId: id, field, name: "x", size: 9 },
      createdAt: new Date(clock.now.getTime() - minutes * MINUTE),
      expiresAt: new Date(clock.now.getTime() + DAY),
    });
  const found = async () => {
    const path = "wp/v2/staff/applications?trouble=interrupted";
    const { applications, troubles } = (await api("GET", path, { token })).json;
    const signals = applications.map((one: { troubles: object[] }) => one.troubles);
    return [troubles.interrupted, ...signals.flat()];
  };
  await begun(59);
  expect(await found()).toEqual([0]);
  await begun(61);
  await begun(90);
  await begun(90, "pitch");
  expect(await found()).toEqual([1, { name: "interrupted", count: 2 }]);
  await insertFile(db, id, "pitch");
  await db.update(files).set({ uploadedAt: clock.now }).where(eq(files.projectId, id));
  expect(await found()).toEqual([1, { name: "interrupted", count: 1 }]);
  await db.update(uploads).set({ finishedAt: clock.now }).where(eq(uploads.field, "video"));
  expect(await found()).toEqual([0]);
});
