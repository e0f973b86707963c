import { and, asc, eq, gt } from "drizzle-orm";
import type { Evaluation } from "@/contract/evaluation-schemas";
import type { Executor } from "../db/connect";
import { submissions } from "../db/schema/applications";
import { evaluations } from "../db/schema/evaluations";
import { toEvaluation } from "./stored-evaluation";

type Submission = typeof submissions.$inferSelect;
export type ExportProject = { submission: Submission; evaluation: Evaluation | null };

/** Projects read at a time: memory stays the same however many there are. */
const BATCH = 100;

/** An edition's sent projects with the caller's own evaluations, in order of receipt. */
export async function* exportProjects(
  db: Executor,
  editionId: string,
  evaluatorId: string,
): AsyncGenerator<ExportProject> {
  let after = "";
  for (;;) {
    const rows = await db
      .select({ submission: submissions, evaluation: evaluations })
      .from(submissions)
      .leftJoin(
        evaluations,
        and(
          eq(evaluations.projectId, submissions.projectId),
          eq(evaluations.evaluatorId, evaluatorId),
        ),
      )
      .where(
        and(
          eq(submissions.editionId, editionId),
          submissions.current,
          gt(submissions.number, after),
        ),
      )
      .orderBy(asc(submissions.number))
      .limit(BATCH);
    for (const { submission, evaluation } of rows) {
      yield { submission, evaluation: evaluation && toEvaluation(evaluation, submission.id) };
      after = submission.number;
    }
    if (rows.length < BATCH) return;
  }
}

/** The receipts' numbers of an edition's sent projects, by project. */
export async function receiptNumbers(
  db: Executor,
  editionId: string,
): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: submissions.projectId, number: submissions.number })
    .from(submissions)
    .where(and(eq(submissions.editionId, editionId), submissions.current));
  return new Map(rows.map(({ id, number }) => [id, number]));
}
