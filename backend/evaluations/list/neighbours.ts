import { sql } from "drizzle-orm";
import type * as contract from "@/contract/evaluation/evaluation-work";
import { submissions } from "../../db/schema/applications";
import { evaluations } from "../../db/schema/evaluations";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { conflictsOf } from "../conflicts";
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
 * A project's place in the filtered and sorted list. The project stays in its list even when it
 * no longer matches (whoever filters for "to read" and scores it must not lose the way forward).
 */
export async function getNeighbours({
  db,
  caller,
  params,
  query,
}: Call<typeof contract.getNeighbours>) {
  const { submission } = await findSentProject(db, params.id);
  const { editionId, projectId } = submission;
  const conflicts = await conflictsOf(db, caller, editionId);
  const filters = { ...query, page: 1, per_page: 1 };
  const order = sql.join(listOrder(query, conflicts), sql`, `);
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
        where (${listCondition(filters, editionId, conflicts)}) or ${submissions.id} = ${submission.id}
        window listed as (order by ${order})
      ) as neighbours where id = ${projectId}`),
    countWork(db, editionId, caller.id, conflicts),
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
}

function named(id: string | null, nome: string | null) {
  return id === null || nome === null ? null : { id, nome };
}
