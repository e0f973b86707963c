import { sql } from "drizzle-orm";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { submissions } from "../../db/schema/applications";
import { evaluations } from "../../db/schema/evaluations";
import type { RoundKey } from "../../editions/rounds";
import { evaluatorsOf, givenBesides, readIn } from "../round";

/**
 * Copies the recusals that evaluators of a round declared in other rounds. Each evaluator can revoke the copy.
 * Evaluations and recusals that the evaluator already stored in this round stay unchanged.
 */
export async function copyRecusals(tx: Executor, round: RoundKey, now: Date): Promise<void> {
  const at = now.toISOString();
  await tx.execute(sql`
    insert into ${evaluations} (edition_id, round, project_id, evaluator_id, recusal, recused_at, updated_at)
    select distinct on (project_id, evaluator_id) edition_id, ${round.number}::smallint, project_id, evaluator_id, recusal,
      recused_at, ${at}::timestamptz
    from ${evaluations}
    where ${givenBesides(round)} and recused_at is not null
      and evaluator_id in (select ${users.id} from ${users} where ${evaluatorsOf(round)})
      and project_id in (select ${submissions.projectId} from ${submissions} where ${readIn(round)})
    order by project_id, evaluator_id, recused_at desc
    on conflict do nothing`);
}
