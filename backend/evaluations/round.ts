import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { hasRole, IN_CONFIRMED_JURY, IN_JURY } from "../db/schema/accounts";
import { submissions } from "../db/schema/applications";
import { assignedReadings, fixedReadings } from "../db/schema/assignment";
import { evaluationRecords, evaluations } from "../db/schema/evaluations";
import type { RoundKey } from "../editions/rounds";

/*
 * The only place that knows which rows and which people belong to a round. All other queries about evaluations, records,
 * and reading plans use these conditions.
 */

/** Condition over `submissions`: the evaluators of the round read the project. */
export function readIn({ editionId }: RoundKey): SQL {
  return sql`(${submissions.editionId} = ${editionId} and ${submissions.current})`;
}

/** Condition over `evaluations`: given in the round. */
export function givenIn({ editionId }: RoundKey): SQL {
  return eq(evaluations.editionId, editionId);
}

/** Condition that joins `evaluations` to `submissions`: the evaluation of one evaluator in the round. */
export function ownEvaluation(_round: RoundKey, evaluatorId: string): SQL | undefined {
  return and(
    eq(evaluations.projectId, submissions.projectId),
    eq(evaluations.evaluatorId, evaluatorId),
  );
}

/** Condition over `evaluations`: the evaluation of an evaluator and a project in the round. */
export function evaluationOf(
  _round: RoundKey,
  evaluatorId: string,
  projectId: string,
): SQL | undefined {
  return and(eq(evaluations.evaluatorId, evaluatorId), eq(evaluations.projectId, projectId));
}

/** Condition over `evaluation_records`: a record of the round, reopened or not. */
function recordedIn({ editionId }: RoundKey): SQL {
  return eq(evaluationRecords.editionId, editionId);
}

/** Condition over `evaluation_records`: a current record of the round. */
export function closedIn(round: RoundKey): SQL | undefined {
  return and(recordedIn(round), isNull(evaluationRecords.reopenedAt));
}

/** Condition over `assigned_readings`: a reading of the round's plan. */
export function plannedIn({ editionId }: RoundKey): SQL {
  return eq(assignedReadings.editionId, editionId);
}

/** Condition over `fixed_readings`: a reading that staff fixed by hand in the round. */
export function fixedIn({ editionId }: RoundKey): SQL {
  return eq(fixedReadings.editionId, editionId);
}

/** Condition over `users`: an evaluator of the round, also one without an active account. */
export function evaluatorsOf(_round: RoundKey): SQL {
  return hasRole("evaluator");
}

/** Condition over `users`: an active evaluator of the round. */
export function juryOf(_round: RoundKey): SQL {
  return IN_JURY;
}

/** Condition over `users`: an active evaluator of the round with a confirmed address. */
export function confirmedJuryOf(_round: RoundKey): SQL {
  return IN_CONFIRMED_JURY;
}
