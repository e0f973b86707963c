import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { SELECTION_STAGES } from "@/contract/evaluation/funnel";
import { hasRole, IN_CONFIRMED_JURY, IN_JURY, users } from "../db/schema/accounts";
import { submissions } from "../db/schema/applications";
import {
  assignedReadings,
  assignmentProposals,
  assignments,
  fixedReadings,
} from "../db/schema/assignment";
import { contributions, scoreRevisions, summaries } from "../db/schema/discussion";
import {
  decisions,
  evaluationRecords,
  evaluations,
  rankingOpenings,
} from "../db/schema/evaluations";
import { feedback } from "../db/schema/feedback";
import { roundJurors, rounds } from "../db/schema/rounds";
import type { RoundKey } from "../editions/rounds";
import { COMPETES } from "../editions/special-prizes";

/*
 * Decides which evaluations, records, texts, and people belong to a round. All other queries about evaluations,
 * records, and reading plans use the conditions of this module.
 */

/**
 * SQL condition over `submissions`: the evaluators of the round evaluate the project. A later round contains the
 * projects that a released decision selected in the previous selection stage. A released correction immediately adds or
 * removes projects.
 */
export function readIn({ editionId, stage, reads }: RoundKey): SQL {
  const sent = sql`${submissions.editionId} = ${editionId} and ${submissions.current}`;
  const after = SELECTION_STAGES.find(({ id }) => id === stage)?.after ?? null;
  if (reads === null || after === null) return sql`(${sent})`;
  const competes = COMPETES[stage];
  // The query excludes decisions that a released correction replaces, with `not exists`. With `distinct on`, PostgreSQL
  // would sort the decisions again for each row that a search finds.
  return sql`(${sent} and ${submissions.projectId} in (
    select told.project_id from ${decisions} told
    where told.edition_id = ${editionId} and told.stage = ${after} and told.outcome = 'selected'
      and told.release_id is not null and told.undone_at is null and not exists (
        select from ${decisions} later
        where later.edition_id = ${editionId} and later.stage = ${after} and later.project_id = told.project_id
          and later.correction and later.sequence > told.sequence
          and later.release_id is not null and later.undone_at is null)
    )${competes ? sql` and ${competes}` : sql``})`;
}

/** SQL condition over `evaluations`: the evaluation belongs to the round. */
export function givenIn({ editionId, number }: RoundKey): SQL {
  return sql`(${evaluations.editionId} = ${editionId} and ${evaluations.round} = ${number})`;
}

/** SQL condition over `evaluations`: the evaluation belongs to another round of the edition. */
export function givenBesides({ editionId, number }: RoundKey): SQL | undefined {
  return and(eq(evaluations.editionId, editionId), ne(evaluations.round, number));
}

/** SQL condition that joins `evaluations` to `submissions`: the evaluation of one evaluator in the round. */
export function ownEvaluation({ number }: RoundKey, evaluatorId: string | SQL): SQL | undefined {
  return and(
    eq(evaluations.projectId, submissions.projectId),
    eq(evaluations.evaluatorId, evaluatorId),
    eq(evaluations.round, number),
  );
}

/** SQL condition over `evaluations`: the evaluation of one project by one evaluator in the round. */
export function evaluationOf(
  { number }: RoundKey,
  evaluatorId: string,
  projectId: string,
): SQL | undefined {
  return and(
    eq(evaluations.evaluatorId, evaluatorId),
    eq(evaluations.projectId, projectId),
    eq(evaluations.round, number),
  );
}

/** SQL condition over `feedback`: the text was written in the round. */
export function writtenIn({ editionId, number }: RoundKey): SQL | undefined {
  return and(eq(feedback.editionId, editionId), eq(feedback.round, number));
}

/** SQL condition that joins `evaluations` to `feedback` with equal evaluator, project, and round. */
export const evaluationBehindText: SQL | undefined = and(
  eq(evaluations.evaluatorId, feedback.evaluatorId),
  eq(evaluations.projectId, feedback.projectId),
  eq(evaluations.round, feedback.round),
);

/** SQL condition over `feedback`: the text of one evaluator about one project in the round. */
export function feedbackOf(
  { number }: RoundKey,
  evaluatorId: string,
  projectId: string,
): SQL | undefined {
  return and(
    eq(feedback.evaluatorId, evaluatorId),
    eq(feedback.projectId, projectId),
    eq(feedback.round, number),
  );
}

/** SQL condition over `contributions`: the contribution was written in the round. */
export function saidIn({ editionId, number }: RoundKey): SQL | undefined {
  return and(eq(contributions.editionId, editionId), eq(contributions.round, number));
}

/** SQL condition over `score_revisions`: the revision was made in the round. */
export function revisedIn({ editionId, number }: RoundKey): SQL | undefined {
  return and(eq(scoreRevisions.editionId, editionId), eq(scoreRevisions.round, number));
}

/** SQL condition over `summaries`: the summary was written in the round. */
export function summarizedIn({ editionId, number }: RoundKey): SQL | undefined {
  return and(eq(summaries.editionId, editionId), eq(summaries.round, number));
}

/**
 * SQL condition over `evaluation_records`: a record of the round. Includes earlier records of evaluations that were
 * reopened.
 */
function recordedIn({ editionId, number }: RoundKey): SQL | undefined {
  return and(eq(evaluationRecords.editionId, editionId), eq(evaluationRecords.round, number));
}

/** SQL condition over `evaluation_records`: a current record of the round. */
export function closedIn(round: RoundKey): SQL | undefined {
  return and(recordedIn(round), isNull(evaluationRecords.reopenedAt));
}

/** SQL condition over `ranking_openings`: staff opened the round's ranking early. */
export function openedIn({ editionId, number }: RoundKey): SQL | undefined {
  return and(eq(rankingOpenings.editionId, editionId), eq(rankingOpenings.round, number));
}

/** SQL condition over `assignments`: the reading plan of the round. */
export function planOf({ editionId, number }: RoundKey): SQL | undefined {
  return and(eq(assignments.editionId, editionId), eq(assignments.round, number));
}

/** SQL condition over `assignment_proposals`: the proposed reading plan of the round. */
export function proposedIn({ editionId, number }: RoundKey): SQL | undefined {
  return and(eq(assignmentProposals.editionId, editionId), eq(assignmentProposals.round, number));
}

/** SQL condition over `assigned_readings`: an assignment in the reading plan of the round. */
export function plannedIn({ editionId, number }: RoundKey): SQL | undefined {
  return and(eq(assignedReadings.editionId, editionId), eq(assignedReadings.round, number));
}

/** SQL condition over `fixed_readings`: an assignment that staff fixed by hand in the round. */
export function fixedIn({ editionId, number }: RoundKey): SQL | undefined {
  return and(eq(fixedReadings.editionId, editionId), eq(fixedReadings.round, number));
}

/**
 * SQL condition over `users`: the account is on the round's jury. If the edition has no rows in the table `rounds`,
 * every evaluator is on the jury. The database looks for these rows only once per query.
 */
function sitsIn({ editionId, number }: RoundKey): SQL {
  return sql`(not exists (select from ${rounds} where ${rounds.editionId} = ${editionId})
    or ${users.id} in (select ${roundJurors.userId} from ${roundJurors}
      where ${roundJurors.editionId} = ${editionId} and ${roundJurors.round} = ${number}))`;
}

/** SQL condition over `users`: an evaluator of the round, with or without an active account. */
export function evaluatorsOf(round: RoundKey): SQL {
  return sql`(${hasRole("evaluator")} and ${sitsIn(round)})`;
}

/** SQL condition over `users`: an active evaluator of the round. */
export function juryOf(round: RoundKey): SQL {
  return sql`(${IN_JURY} and ${sitsIn(round)})`;
}

/**
 * SQL query for the evaluators of the round whose evaluations count: active evaluators, and evaluators who closed their
 * evaluation before they left the jury. The ranking also uses the scores of evaluators who left.
 */
export function countedEvaluators(round: RoundKey): SQL {
  return sql`(select ${users.id} from ${users} where ${juryOf(round)}
    union select ${evaluationRecords.evaluatorId} from ${evaluationRecords} where ${closedIn(round)})`;
}

/** SQL condition over `users`: an active evaluator of the round with a confirmed email address. */
export function confirmedJuryOf(round: RoundKey): SQL {
  return sql`(${IN_CONFIRMED_JURY} and ${sitsIn(round)})`;
}

/**
 * SQL condition over `users`: the user stored an evaluation, a feedback text or a contribution in any round of the
 * edition. Includes users who have left the jury.
 */
export function wroteIn(editionId: string): SQL {
  return sql`${users.id} in (
    select ${evaluations.evaluatorId} from ${evaluations} where ${eq(evaluations.editionId, editionId)}
    union select ${feedback.evaluatorId} from ${feedback} where ${eq(feedback.editionId, editionId)}
    union select ${contributions.authorId} from ${contributions} where ${eq(contributions.editionId, editionId)})`;
}
