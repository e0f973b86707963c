import { sql } from "drizzle-orm";
import { COVERAGE_FROM } from "@/contract/evaluation/reading-kinds";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { submissions } from "../../db/schema/applications";
import { evaluationRecords, evaluations } from "../../db/schema/evaluations";
import type { RoundKey } from "../../editions/rounds";
import { conflictsIn } from "../../evaluations/conflicts-of-interest";
import { readingProgress } from "../../evaluations/reading-progress";
import {
  closedIn,
  countedEvaluators,
  evaluatorsOf,
  givenIn,
  juryOf,
  readIn,
} from "../../evaluations/round";
import { agreedCapacities, allReadings, findAssignment } from "../../evaluations/scope";

type Counts = {
  read: number;
  begun: number;
  recused: number;
  unread: number;
  missed: number;
  active: number;
  sent: boolean;
};

/**
 * Counts the evaluators of a round by the state of their evaluation of one project, without names. With a reading plan,
 * counts only the assigned evaluators. Incomplete scores count as `missed` after the evaluator has closed the
 * evaluation or the round has ended.
 *
 * Returns null if the round does not contain the project. Also returns null if fewer than `COVERAGE_FROM` evaluators
 * have begun to evaluate, unless staff can read the ranking. Rule: staff.blind.
 */
export async function coverageOf(
  db: Executor,
  round: RoundKey,
  id: string,
  { isOpen, isOver }: { isOpen: boolean; isOver: boolean },
) {
  const plan = await findAssignment(db, round);
  const own = plan
    ? sql`where jury.id in (select evaluator_id from (${allReadings(round)}) as own where project_id = ${id})`
    : sql``;
  const ties = await conflictsIn(db, round, evaluatorsOf(round));
  const tied = ties.flatMap(({ evaluator, project }) => (project === id ? [evaluator] : []));
  const finished = plan ? [] : await withNothingLeft(db, round);
  const { rows } = await db.execute<Counts>(sql`
    with jury as (
      select id, not ${juryOf(round)} as gone from ${users} where id in ${countedEvaluators(round)}
    ), sheets as (
      select recused_at is not null or jury.id = any(${sql.param(tied)}::uuid[]) as recused,
        num_nonnulls(impact, utility, feasibility, scalability, innovation) as given,
        jury.gone, jury.id = any(${sql.param(finished)}::uuid[]) as finished,
        ${isOver} or exists (select from ${evaluationRecords} where ${evaluationRecords.evaluatorId} = jury.id
          and ${closedIn(round)}) as closed
      from jury left join ${evaluations} on ${evaluations.evaluatorId} = jury.id
        and ${evaluations.projectId} = ${id} and ${givenIn(round)} ${own}
    )
    select
      (select count(*)::int from jury where exists (
        select from ${evaluations} where evaluator_id = jury.id and ${givenIn(round)}
          and num_nonnulls(impact, utility, feasibility, scalability, innovation) > 0
      )) as active,
      exists (select 1 from ${submissions} where ${submissions.projectId} = ${id} and ${readIn(round)}) as sent,
      count(*) filter (where recused and not gone)::int as recused,
      count(*) filter (where not recused and given = 5)::int as read,
      count(*) filter (where not recused and given between 1 and 4 and not closed)::int as begun,
      count(*) filter (where not recused and given = 0 and not closed and not finished)::int as unread,
      count(*) filter (where not recused and given < 5 and closed and not gone
        and not (given = 0 and finished))::int as missed
    from sheets`);
  const [found] = rows;
  if (!found?.sent || (found.active < COVERAGE_FROM && !isOpen)) return null;
  const { read, begun, recused, unread, missed } = found;
  return { read, begun, recused, unread, missed };
}

/**
 * Returns the evaluators who have read all projects that they agreed to read. Empty if no evaluator of the round agreed
 * to a maximum number of projects.
 */
async function withNothingLeft(db: Executor, round: RoundKey): Promise<string[]> {
  if ((await agreedCapacities(db, round)).size === 0) return [];
  const progress = await readingProgress(db, round);
  return progress.flatMap(({ id, left }) => (left === 0 ? [id] : []));
}
