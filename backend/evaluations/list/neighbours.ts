import { type SQL, sql } from "drizzle-orm";
import type * as contract from "@/contract/evaluation/evaluation-work";
import type { Executor } from "../../db/connect";
import { submissions } from "../../db/schema/applications";
import { evaluations } from "../../db/schema/evaluations";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { scopeOf } from "../assignment/scope";
import { type Conflicts, conflictsOf } from "../conflicts";
import { listCondition, listOrder, type ProjectListQuery } from "./list-filters";
import { countWork } from "./list-projects";
import { findSentProject } from "./sent-project";

type Row = {
  place: number;
  total: number;
  matching: number;
  previous: string | null;
  previous_nome: string | null;
  next: string | null;
  next_nome: string | null;
};

/**
 * A project's place in the filtered and sorted list. The project stays in its list even when it
 * no longer matches (whoever filters for "to read" and scores it must not lose the way forward). Where
 * nothing matches any more the filters lead nowhere: the place is then in the whole list.
 */
export async function getNeighbours({
  db,
  caller,
  params,
  query,
}: Call<typeof contract.getNeighbours>) {
  const { submission } = await findSentProject(db, params.id);
  const conflicts = await conflictsOf(db, caller, submission.editionId);
  const scope = await scopeOf(db, submission.editionId, caller.id);
  const work = { db, submission, callerId: caller.id, conflicts, scope };
  const [inList, counts] = await Promise.all([
    findPlace(work, query),
    countWork(db, submission.editionId, caller.id, conflicts),
  ]);
  const filtered = inList?.matching !== 0;
  const row = filtered
    ? inList
    : await findPlace(work, { orderby: query.orderby, order: query.order });
  if (!row) return fail("not_found");
  return {
    place: row.place,
    total: row.total,
    previous: named(row.previous, row.previous_nome),
    next: named(row.next, row.next_nome),
    filtered,
    counts,
  };
}

type Work = {
  db: Executor;
  submission: { id: string; projectId: string; editionId: string };
  callerId: string;
  conflicts: Conflicts;
  scope: SQL | undefined;
};

async function findPlace(
  { db, submission, callerId, conflicts, scope }: Work,
  query: Omit<ProjectListQuery, "page" | "per_page" | "edition">,
): Promise<Row | undefined> {
  const filters = { ...query, page: 1, per_page: 1 };
  const condition = sql`(${listCondition(filters, submission.editionId, conflicts, scope)})`;
  const order = sql.join(listOrder(query, conflicts), sql`, `);
  const { rows } = await db.execute<Row>(sql`
    select * from (
      select ${submissions.projectId} as id,
        (row_number() over listed)::int as place,
        (count(*) over ())::int as total,
        (count(*) filter (where ${condition}) over ())::int as matching,
        lag(${submissions.projectId}) over listed as previous,
        lag(${submissions.nome}) over listed as previous_nome,
        lead(${submissions.projectId}) over listed as next,
        lead(${submissions.nome}) over listed as next_nome
      from ${submissions}
      left join ${evaluations} on ${evaluations.projectId} = ${submissions.projectId}
        and ${evaluations.evaluatorId} = ${callerId}
      where ${condition} or ${submissions.id} = ${submission.id}
      window listed as (order by ${order})
    ) as neighbours where id = ${submission.projectId}`);
  return rows[0];
}

function named(id: string | null, nome: string | null) {
  return id === null || nome === null ? null : { id, nome };
}
