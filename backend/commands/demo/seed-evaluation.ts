import type { Executor } from "../../db/connect";
import { evaluations } from "../../db/schema/evaluations";
import type { Edition } from "../../editions/edition";
import type { DemoProject } from "./demo-project";

type Sent = {
  edition: Edition;
  projectId: string;
  submissionId: string;
  evaluator: string;
  at: Date;
};

/** Seeds the evaluation of an application by the first demo evaluator, if the application's demo file has one. */
export async function seedEvaluation(
  db: Executor,
  { scores, note, recusal }: DemoProject,
  { edition, projectId, submissionId, evaluator, at }: Sent,
): Promise<void> {
  if (!scores && !recusal) return;
  const [impact, utility, feasibility, scalability, innovation] = scores ?? [];
  await db.insert(evaluations).values({
    editionId: edition.id,
    projectId,
    evaluatorId: evaluator,
    impact,
    utility,
    feasibility,
    scalability,
    innovation,
    note,
    version: 1,
    submissionId,
    recusal,
    recusedAt: recusal ? at : null,
    updatedAt: at,
  });
}
