import { sql } from "drizzle-orm";
import type { getNextProject } from "@/contract/evaluation-work";
import { submissions } from "../db/schema/applications";
import { evaluations } from "../db/schema/evaluations";
import type { Handler } from "../http/serve";
import { editionOf } from "./edition";
import { STATE_CONDITIONS } from "./list-filters";

type Row = { id: string; nome: string; remaining: number };

/**
 * What to read next: of the projects the caller has still to score, the one that fewest colleagues
 * have scored, so that no project is left with one reader. Among equals every evaluator has an order
 * of their own, so that two who work at the same time do not read the same ones.
 */
export const readNextProject: Handler<typeof getNextProject> = async ({
  db,
  caller,
  query,
  arrivedAt,
}) => {
  const edition = await editionOf(db, query.edition, arrivedAt);
  const from = query.after ?? null;
  const { rows } = await db.execute<Row>(sql`
    select ${submissions.projectId} as id, ${submissions.nome} as nome,
      (count(*) over ())::int as remaining
    from ${submissions}
    left join ${evaluations} on ${evaluations.projectId} = ${submissions.projectId}
      and ${evaluations.evaluatorId} = ${caller.id}
    left join (
      select project_id, count(*) as given from evaluations
      where edition_id = ${edition.id} and evaluator_id <> ${caller.id} and (${STATE_CONDITIONS.scored})
      group by project_id
    ) as others on others.project_id = ${submissions.projectId}
    where ${submissions.editionId} = ${edition.id} and ${submissions.current}
      and (${submissions.projectId} <> ${from}::uuid or ${from}::uuid is null)
      and ((${STATE_CONDITIONS.todo}) or (${STATE_CONDITIONS.partial}))
    order by coalesce(others.given, 0), md5(${caller.id} || ${submissions.projectId}::text)
    limit 1`);
  const [row] = rows;
  return {
    project: row ? { id: row.id, nome: row.nome } : null,
    remaining: row?.remaining ?? 0,
  };
};
