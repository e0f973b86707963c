import { and, eq } from "drizzle-orm";
import type { Database } from "@/backend/db/connect";
import { editions, submissions } from "@/backend/db/schema/applications";
import { projectHash } from "@/backend/project/receipt/canonical";

/** Sends a seeded project of an edition again with another idea, as the applicant would. */
export async function sendAgain(
  db: Database,
  year: string,
  nome: string,
  idea: string,
): Promise<void> {
  const [row] = await db
    .select({ submission: submissions })
    .from(submissions)
    .innerJoin(editions, eq(editions.id, submissions.editionId))
    .where(and(eq(editions.year, Number(year)), eq(submissions.nome, nome), submissions.current));
  if (!row) throw new Error(`${nome} of ${year} is not sent`);
  const { id, projectId, editionId, sentAt, ...sent } = row.submission;
  const project = { ...sent.project, idea };
  const version = sent.version + 1;
  const number = `${sent.number}-${version}`;
  const sha256 = projectHash(project);
  await db.transaction(async (tx) => {
    await tx.update(submissions).set({ current: false }).where(eq(submissions.id, id));
    await tx.insert(submissions).values({
      projectId,
      editionId,
      number,
      version,
      project,
      sha256,
      sentAt: new Date(sentAt.getTime() + 1),
    });
  });
}
