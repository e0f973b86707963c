import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { Executor } from "../../db/connect";
import { IN_JURY, users } from "../../db/schema/accounts";
import { evaluations } from "../../db/schema/evaluations";
import { conflictsAmong } from "../../evaluations/conflicts-of-interest";

/** Returns the projects that no evaluator can read, because all evaluators are recused by rule or by hand. */
export async function unreadableProjects(
  db: Executor,
  editionId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const own = await conflictsAmong(db, editionId, IN_JURY);
  const byHand = await db
    .select({ evaluator: evaluations.evaluatorId, project: evaluations.projectId })
    .from(evaluations)
    .innerJoin(users, and(eq(users.id, evaluations.evaluatorId), IN_JURY))
    .where(and(inArray(evaluations.projectId, [...ids]), isNotNull(evaluations.recusedAt)));
  const jury = await db.$count(users, IN_JURY);
  const recused = Map.groupBy([...own, ...byHand], ({ project }) => project);
  const all = (project: string) =>
    new Set(recused.get(project)?.map(({ evaluator }) => evaluator)).size === jury;
  return new Set(ids.filter((id) => jury > 0 && all(id)));
}
