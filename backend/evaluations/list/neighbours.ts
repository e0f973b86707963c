import { sql } from "drizzle-orm";
import type { getNeighbours } from "@/contract/evaluation-work";
import { submissions } from "../db/schema/applications";
import { evaluations } from "../db/schema/evaluations";
import { fail } from "../http/failure";
import type { Handler } from "../http/serve";
import { listCondition, listOrder } from "./list-filters";
import { countWork } from "./list-projects";
import { findSentProject } from "./sent-project";

type Row = {
  place: number;
  total: number;
  previous: string | null;
  previous_nome: string | null;
  next: string | null;
  next_nome: string | null;
};

/**
 * A project's place in the list as it is filtered and sorted. The project stays in its list when it
 * no longer matches (who filters for "to read" and scores it must not lose the way on).
 */
export const readNeighbours: Handler<typeof getNeighbours> = async ({
  db,
  caller,
  params,
  query,
}) => {
  const { submission } = await findSentProject(db, params.id);
  const { editionId, projectId } = submission;
  const filters = { ...query, page: 1, per_page: 1 };
  const order = sql.join(listOrder(query), sql`, `);
  const [found, counts] = await Promise.all([
    db.execute<Row>(sql`
      select * from (
        select ${submissions.projectId} as id,
          (row_number() over listed)::int as place,
          (count(*) over ())::int as total,
          lag(${submissions.projectId}) over listed as previous,
          lag(${submissions.nome}) over listed as previous_nome,
          lead(${submissions.projectId}) over listed as next,
          lead(${submissions.nome}) over listed as next_nome
        from ${submissions}
        left join ${evaluations} on ${evaluations.projectId} = ${submissions.projectId}
          and ${evaluations.evaluatorId} = ${caller.id}
        where (${listCondition(filters, editionId)}) or ${submissions.id} = ${submission.id}
        window listed as (order by ${order})
      ) as neighbours where id = ${projectId}`),
    countWork(db, editionId, caller.id),
  ]);
  const [row] = found.rows;
  if (!row) return fail("not_found");
  return {
    place: row.place,
    total: row.total,
    previous: named(row.previous, row.previous_nome),
    next: named(row.next, row.next_nome),
    counts,
  };
};

function named(id: string | null, nome: string | null) {
  return id === null || nome === null ? null : { id, nome };
}
