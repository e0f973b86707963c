import { sql } from "drizzle-orm";
import type * as contract from "@/contract/evaluation/evaluation-work";
import { users } from "../../db/schema/accounts";
import { submissions } from "../../db/schema/applications";
import { evaluations } from "../../db/schema/evaluations";
import type { RoundKey } from "../../editions/rounds";
import type { Call } from "../../http/serve";
import { conflictsAmong, conflictsOfInterest, isNotAmong } from "../conflicts-of-interest";
import { editionOf } from "../edition";
import { findRoundFor, showsProjects } from "../own-rounds";
import { givenIn, readIn } from "../round";
import { scopeOf } from "../scope";
import { isExcluded, STORED_STATES } from "./list-filters";

type Row = { id: string; nome: string; remaining: number };

/**
 * Returns the next project for the caller to score: the unscored project with the fewest scores by other evaluators.
 * Ties have a different order for each evaluator, so that concurrent evaluators get different projects.
 */
export async function getNextProject({
  db,
  caller,
  query,
  arrivedAt,
  config,
}: Call<typeof contract.getNextProject>) {
  const edition = await editionOf(db, query.edition, arrivedAt);
  const round = await findRoundFor({ db, caller, arrivedAt, config }, edition, query.round);
  if (!round || !showsProjects(round)) return { project: null, remaining: 0 };
  const from = query.after ?? null;
  const [conflicts, scope, foreign] = await Promise.all([
    conflictsOfInterest(db, caller, edition.id),
    scopeOf(db, round, caller.id),
    conflictsAmong(db, edition.id, colleagues(round, caller.id)),
  ]);
  const { rows } = await db.execute<Row>(sql`
    select ${submissions.projectId} as id, ${submissions.nome} as nome,
      (count(*) over ())::int as remaining
    from ${submissions}
    left join (
      -- Filter in the aggregates. With the same conditions in WHERE, the planner would expect few rows and compare each
      -- project with all of them.
      select project_id, count(*) filter (where evaluator_id <> ${caller.id} and (${STORED_STATES.scored})
          and ${isNotAmong(foreign, sql`evaluator_id`, sql`project_id`)}) as given,
        bool_or(evaluator_id = ${caller.id} and (${STORED_STATES.scored} or ${STORED_STATES.recused})) as done
      from ${evaluations} where ${givenIn(round)} group by project_id
    ) as work on work.project_id = ${submissions.projectId}
    where ${readIn(round)} and ${scope ?? sql`true`} and not ${isExcluded(conflicts)} and work.done is not true
      and (${submissions.projectId} <> ${from}::uuid or ${from}::uuid is null)
    order by coalesce(work.given, 0), md5(${caller.id} || ${submissions.projectId}::text)
    limit 1`);
  const [row] = rows;
  return {
    project: row ? { id: row.id, nome: row.nome } : null,
    remaining: row?.remaining ?? 0,
  };
}

/** SQL condition over `users`: the account is another evaluator with a stored evaluation in the round. */
function colleagues(round: RoundKey, callerId: string) {
  return sql`${users.id} in (
    select evaluator_id from ${evaluations}
    where ${givenIn(round)} and evaluator_id <> ${callerId})`;
}
