import { randomUUID } from "node:crypto";
import { between, eq, sql } from "drizzle-orm";
import type { Database } from "@/backend/db/connect";
import { users } from "@/backend/db/schema/accounts";
import { editions, projects, submissions } from "@/backend/db/schema/applications";
import { projectHash } from "@/backend/project/receipt/canonical";
import { EMPTY_PROJECT } from "@/contract/project/project-schemas";

/** Years before the programme began. The contract accepts no year before 2000. */
const YEARS = { first: 2000, last: 2019 };

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
  let edition = await insertEdition(db, closesAt, opens);
  if (!edition) {
    await freeYear(db);
    edition = await insertEdition(db, closesAt, opens);
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

/** Inserts an edition in the first free year. Returns undefined if no year is free. */
async function insertEdition(db: Database, closesAt: Date, opens: string) {
  for (let year = YEARS.first; year <= YEARS.last; year++) {
    const opensAt = new Date("2001-06-30T22:00:00.000Z");
    const evaluationOpensAt = opens ? new Date(opens) : null;
    // Ids of version 7 are in the order of their creation.
    const values = { id: sql`uuidv7()`, year, opensAt, closesAt, evaluationOpensAt };
    const [edition] = await db.insert(editions).values(values).onConflictDoNothing().returning();
    if (edition) return edition;
  }
  return undefined;
}

/** Frees the year of the oldest test edition, which no running test uses: the edition moves to an earlier year. */
async function freeYear(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const [oldest] = await tx
      .select()
      .from(editions)
      .where(between(editions.year, YEARS.first, YEARS.last))
      .orderBy(editions.id)
      .limit(1)
      .for("update", { skipLocked: true });
    if (!oldest) return;
    const [{ year } = { year: 0 }] = await tx
      .select({ year: sql<number>`least(min(${editions.year}), ${YEARS.first}) - 1` })
      .from(editions);
    await tx.update(editions).set({ year }).where(eq(editions.id, oldest.id));
    const number = sql`replace(${submissions.number}, ${`${oldest.year}-`}, ${`${year}-`})`;
    await tx.update(submissions).set({ number }).where(eq(submissions.editionId, oldest.id));
  });
}
