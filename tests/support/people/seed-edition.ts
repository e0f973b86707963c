import { randomUUID } from "node:crypto";
import type { Database } from "@/backend/db/connect";
import { users } from "@/backend/db/schema/accounts";
import { editions, projects, submissions } from "@/backend/db/schema/applications";
import { projectHash } from "@/backend/project/receipt/canonical";
import { EMPTY_PROJECT } from "@/contract/project/project-schemas";

/**
 * Creates a separate edition with the sent projects P01, P02, … for one browser test, so that the ranking contains no
 * scores of other tests. Returns the edition's year.
 *
 * @param contact the first project's contact address
 * @param second the address of the account that owns the second project
 * @param opens when its evaluation opens; by default immediately
 */
export async function seedEdition(
  db: Database,
  count = "13",
  contact = "",
  second = "",
  opens = "",
): Promise<{ year: number }> {
  const closesAt = new Date("2001-09-30T22:00:00.000Z");
  let edition: typeof editions.$inferSelect | undefined;
  // Use a year before the programme began, and skip years that other tests use.
  for (let year = 2001; !edition && year < 2020; year++) {
    const opensAt = new Date("2001-06-30T22:00:00.000Z");
    const evaluationOpensAt = opens ? new Date(opens) : null;
    const values = { year, opensAt, closesAt, evaluationOpensAt };
    [edition] = await db.insert(editions).values(values).onConflictDoNothing().returning();
  }
  if (!edition) throw new Error("no year is free for a test's edition");
  const { id: editionId, year } = edition;
  for (let number = 1; number <= Number(count); number++) {
    const nome = `P${String(number).padStart(2, "0")}`;
    const project = {
      ...EMPTY_PROJECT,
      nome,
      idea: `L’idea di ${nome}, scritta per essere letta.`,
      tipologia_impresa: "ti-startup_innovativa" as const,
      stage: "stage-prototype" as const,
      industry: "industry-food" as const,
      tech: "tech-iot" as const,
      referente_email: number === 1 ? contact : "",
    };
    const seeded = `planted-${randomUUID()}@candidati.example`;
    const email = (number === 2 && second) || seeded;
    const [owner] = await db
      .insert(users)
      .values({ email, firstName: "Ada", lastName: nome, emailConfirmedAt: closesAt })
      .onConflictDoUpdate({ target: users.email, set: { email } })
      .returning();
    const sentAt = new Date(closesAt.getTime() - number * 86_400_000);
    const userId = owner?.id ?? "";
    const [row] = await db
      .insert(projects)
      .values({ editionId, userId, fields: {}, version: 1, sentVersion: 1, sentAt })
      .returning();
    await db.insert(submissions).values({
      projectId: row?.id ?? "",
      editionId,
      number: `${year}-${String(number).padStart(6, "0")}`,
      sha256: projectHash(project),
      version: 1,
      sentAt,
      project,
    });
  }
  return { year };
}
