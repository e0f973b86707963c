import { sql } from "drizzle-orm";
import { COVERAGE_FROM } from "@/contract/staff/application";
import type { Executor } from "../../db/connect";
import type { StoredProject } from "../../project/stored-project";

type Counts = { read: number; begun: number; recused: number; all: number; active: number };

/**
 * How many evaluators have given all scores of a project, some, or none, and how many stepped back: counts, never who
 * (rule staff.blind). Null until enough have begun to evaluate anything, and where nothing of it is read.
 */
export async function coverageOf(
  db: Executor,
  { id, editionId }: Pick<StoredProject, "id" | "editionId">,
) {
  const { rows } = await db.execute<Counts>(sql`
    with judges as (
      select id from users where 'evaluator' = any(roles) and deactivated_at is null
    ), sheets as (
      select recused_at is not null as recused,
        num_nonnulls(impact, utility, feasibility, scalability, innovation) as given
      from evaluations join judges on judges.id = evaluator_id where project_id = ${id}
    )
    select
      (select count(*)::int from judges) as all,
      (select count(*)::int from judges where exists (
        select from evaluations where evaluator_id = judges.id and edition_id = ${editionId}
          and num_nonnulls(impact, utility, feasibility, scalability, innovation) > 0
      )) as active,
      count(*) filter (where recused)::int as recused,
      count(*) filter (where not recused and given = 5)::int as read,
      count(*) filter (where not recused and given between 1 and 4)::int as begun
    from sheets where exists (select 1 from submissions where submissions.project_id = ${id} and current)`);
  const [found] = rows;
  if (!found || found.active < COVERAGE_FROM) return null;
  const { read, begun, recused, all } = found;
  return { read, begun, recused, unread: Math.max(0, all - read - begun - recused) };
}
