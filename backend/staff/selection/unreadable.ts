import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { evaluations } from "../../db/schema/evaluations";
import type { RoundKey } from "../../editions/rounds";
import { conflictsAmong } from "../../evaluations/conflicts-of-interest";
import { givenIn, juryOf } from "../../evaluations/round";

/**
 * Returns the projects that no evaluator of a round can read. For each evaluator, a recusal is stored, or a rule
 * detects a conflict of interest.
 */
export async function unreadableProjects(
  db: Executor,
  round: RoundKey,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const own = await conflictsAmong(db, round.editionId, juryOf(round));
  const byHand = await db
    .select({ evaluator: evaluations.evaluatorId, project: evaluations.projectId })
    .from(evaluations)
    .innerJoin(users, and(eq(users.id, evaluations.evaluatorId), juryOf(round)))
    .where(
      and(
        givenIn(round),
        inArray(evaluations.projectId, [...ids]),
        isNotNull(evaluations.recusedAt),
      ),
    );
  const jury = await db.$count(users, juryOf(round));
  const recused = Map.groupBy([...own, ...byHand], ({ project }) => project);
  const all = (project: string) =>
    new Set(recused.get(project)?.map(({ evaluator }) => evaluator)).size === jury;
  return new Set(ids.filter((id) => jury > 0 && all(id)));
}
