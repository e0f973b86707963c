import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type * as contract from "@/contract/evaluation/evaluation-work";
import type { Executor } from "../../db/connect";
import { submissions } from "../../db/schema/applications";
import { evaluations } from "../../db/schema/evaluations";
import type { RoundKey } from "../../editions/rounds";
import { fail } from "../../http/failure";
import type { Call } from "../../http/serve";
import { criteriaFor } from "../closing";
import { conflictsOfInterest } from "../conflicts-of-interest";
import { roundReading } from "../own-rounds";
import { ownEvaluation, readIn } from "../round";
import { scopeOf } from "../scope";
import { findSentProject } from "../sent-project";
import {
  filtersOf,
  listOrder,
  needsEvaluations,
  type Own,
  type ProjectFilters,
} from "./list-filters";
import { countWork } from "./list-projects";

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
 * Returns a project's position in the filtered and sorted list, with the previous and the next project. The list
 * contains the project even if it no longer matches the filters, for example after scoring with the filter "to read".
 * If no project matches, uses the unfiltered list.
 */
export async function getNeighbours({
  db,
  caller,
  params,
  query,
  arrivedAt,
  config,
}: Call<typeof contract.getNeighbours>) {
  const { submission, edition } = await findSentProject(db, params.id);
  const asking = { db, caller, arrivedAt, config };
  const round = await roundReading(asking, edition, submission.projectId, query.round);
  const conflicts = await conflictsOfInterest(db, caller, submission.editionId);
  const scope = await scopeOf(db, round, caller.id);
  const criteria = await criteriaFor(db, round, caller.id);
  const work = { db, round, submission, callerId: caller.id, own: { conflicts, criteria }, scope };
  const [inList, counts] = await Promise.all([
    findPlace(work, query),
    countWork(db, round, caller.id, conflicts),
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
  round: RoundKey;
  submission: { id: string; projectId: string };
  callerId: string;
  own: Own;
  scope: SQL | undefined;
};

/**
 * Finds a project's position in the list with one query. Reads only sort keys (from an ordered index if there is no
 * filter) and the names of the two neighbours.
 */
async function findPlace(
  { db, round, submission, callerId, own, scope }: Work,
  query: ProjectFilters,
): Promise<Row | undefined> {
  const matches = and(scope, filtersOf(query, own));
  const order = sql.join(listOrder(query, own), sql`, `);
  const here = sql`listed.id = ${submission.id}`;
  const evaluated = needsEvaluations(query)
    ? sql`left join ${evaluations} on ${ownEvaluation(round, callerId)}`
    : sql``;
  const { rows } = await db.execute<Row>(sql`
    select place, total, matching, earlier.project_id as previous, earlier.nome as previous_nome,
      later.project_id as next, later.nome as next_nome
    from (
      select count(*)::int as total, count(*) filter (where matches)::int as matching,
        (min(place) filter (where ${here}))::int as place,
        (array_agg(previous) filter (where ${here}))[1] as previous, (array_agg(next) filter (where ${here}))[1] as next
      from (
        select ${submissions.id} as id, ${matches ?? sql`true`} as matches, row_number() over listed as place,
          lag(${submissions.id}) over listed as previous, lead(${submissions.id}) over listed as next
        from ${submissions} ${evaluated}
        where ${and(readIn(round), matches && or(matches, eq(submissions.id, submission.id)))}
        window listed as (order by ${order})
      ) as listed
      having bool_or(${here})
    ) as found
    left join submissions as earlier on earlier.id = found.previous
    left join submissions as later on later.id = found.next`);
  return rows[0];
}

function named(id: string | null, nome: string | null) {
  return id === null || nome === null ? null : { id, nome };
}
