import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { missingFields } from "@/contract/project/progress";
import { PROJECT_FIELDS, REQUIRED_FIELDS } from "@/contract/project/project-fields";
import { fullDraft, insertFile } from "@/tests/support/people/project";
import { testBackend } from "@/tests/support/servers/backend";
import { files, projects } from "../db/schema/applications";
import { isComplete } from "./complete";
import { attachedFiles, toProject } from "./stored-project";

const { db, makeUser, makeEdition } = await testBackend();
const edition = await makeEdition();
const [project] = await db
  .insert(projects)
  .values({ editionId: edition.id, userId: (await makeUser()).id, fields: {} })
  .returning();
const id = project?.id ?? "";

test("the database and the applicant's page agree which applications are complete", async () => {
  let complete = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...REQUIRED_FIELDS), { maxLength: 2 }),
      fc.constantFrom("absent", "empty"),
      async (without, how) => {
        const fields: Record<string, unknown> = fullDraft();
        await db.delete(files).where(eq(files.projectId, id));
        for (const name of REQUIRED_FIELDS) {
          if (PROJECT_FIELDS[name].kind === "file") {
            const file = await insertFile(db, id, name as "pitch");
            if (!without.includes(name)) continue;
            await db.update(files).set({ detachedAt: sql`now()` }).where(eq(files.id, file.id));
          } else if (without.includes(name)) {
            if (how === "absent") delete fields[name];
            else fields[name] = name === "team" ? [] : "";
          }
        }
        const [row] = await db
          .update(projects)
          .set({ fields })
          .where(eq(projects.id, id))
          .returning();
        const [told] = await db.select({ isComplete }).from(projects).where(eq(projects.id, id));
        const missing = missingFields(toProject(row ?? null, await attachedFiles(db, id)));
        expect(told?.isComplete).toBe(missing.length === 0);
        complete += Number(told?.isComplete);
      },
    ),
    { numRuns: 60 },
  );
  expect(complete).toBeGreaterThan(3);
});
