import { and, asc, eq, gt, inArray, isNotNull, isNull, max, type SQL, sql } from "drizzle-orm";
import type { JuryConflict } from "@/contract/staff/evaluators";
import { type Executor, readTogether } from "../../db/connect";
import { mailTokens, sessions, users } from "../../db/schema/accounts";
import { submissions } from "../../db/schema/applications";
import { fixedReadings } from "../../db/schema/assignment";
import { evaluationRecords, evaluations, invitations } from "../../db/schema/evaluations";
import type { Round, RoundKey } from "../../editions/rounds";
import { type conflictsIn, notAmong } from "../../evaluations/conflicts-of-interest";
import { STORED_STATES } from "../../evaluations/list/list-filters";
import { isStored } from "../../evaluations/own-rounds";
import { closedIn, evaluatorsOf, fixedIn, givenIn, readIn } from "../../evaluations/round";
import { agreedCapacities } from "../../evaluations/scope";
import { readTerms, statedConflicts } from "../../evaluations/terms";

/**
 * Returns the evaluators of a round and the people invited to it. Includes their invitations, the expiry of the
 * invitation links, and the times at which evaluators closed their evaluation.
 */
export async function readInvited(db: Executor, round: Round, now: Date) {
  const [members, closings, links] = await readTogether(db, [
    () =>
      db
        .select({ user: users, invitation: invitations })
        .from(users)
        .leftJoin(
          invitations,
          and(eq(invitations.userId, users.id), eq(invitations.editionId, round.editionId)),
        )
        // The subquery finds the few ids of the jury and of invited people first. Without the subquery, the database
        // scans every account.
        .where(
          and(
            isNull(users.deactivatedAt),
            sql`${users.id} = any(array(select id from users where ${evaluatorsOf(round)}
            union select user_id from invitations where edition_id = ${round.editionId}
              and ${round.number} = any(rounds) and (${!isStored(round)} or answer is distinct from 'yes')))`,
          ),
        )
        .orderBy(asc(users.lastName), asc(users.email)),
    () =>
      db
        .select({ evaluator: evaluationRecords.evaluatorId, at: evaluationRecords.closedAt })
        .from(evaluationRecords)
        .where(closedIn(round)),
    () =>
      db
        .select({ user: mailTokens.userId, until: max(mailTokens.expiresAt) })
        .from(mailTokens)
        .where(
          and(
            eq(mailTokens.kind, "invitation"),
            isNull(mailTokens.usedAt),
            gt(mailTokens.expiresAt, now),
          ),
        )
        .groupBy(mailTokens.userId),
  ]);
  const closedAt = new Map(closings.map(({ evaluator, at }) => [evaluator, at]));
  const linkOf = new Map(links.map(({ user, until }) => [user, until]));
  return members.map(({ user, invitation }) => ({
    user,
    invitation,
    linkUntil: linkOf.get(user.id) ?? null,
    closedAt: closedAt.get(user.id) ?? null,
  }));
}

/**
 * Returns the evaluators and the invited people of a round with their reading progress. Reads no scores.
 *
 * @param own the jury's conflicts of interest
 */
export async function readJury(db: Executor, round: Round, now: Date, own: Own) {
  const invited = await readInvited(db, round, now);
  const { work, projects } = await readWork(db, round, own);
  const seen = await db
    .select({ user: sessions.userId, at: max(sessions.lastUsedAt) })
    .from(sessions)
    .where(inArray(sessions.userId, [...new Set(invited.map(({ user }) => user.id))]))
    .groupBy(sessions.userId);
  const workOf = new Map(work.map((row) => [row.evaluator, row]));
  const seenAt = new Map(seen.map(({ user, at }) => [user, at]));
  const byRule = Map.groupBy(own, ({ evaluator }) => evaluator);
  const conflictsOf = await readConflicts(db, round, own);
  const capacities = await agreedCapacities(db, round);
  const jury = invited.map((one) => {
    const { user } = one;
    const given = workOf.get(user.id);
    const recused = (byRule.get(user.id)?.length ?? 0) + (given?.recused ?? 0);
    return {
      ...one,
      recused,
      conflicts: conflictsOf(user.id),
      capacity: capacities.get(user.id) ?? null,
      read: given?.scored ?? 0,
      begun: (given?.scored ?? 0) + (given?.partial ?? 0) + (given?.recused ?? 0) > 0,
      seenAt: later(seenAt.get(user.id), given?.at),
    };
  });
  return { jury, projects };
}

type Own = Awaited<ReturnType<typeof conflictsIn>>;
type Conflict = { id: string; name: string; kind: JuryConflict };

/**
 * Returns each evaluator's projects with a conflict of interest in a round. For each pair of evaluator and project,
 * names one kind of conflict; a conflict that a rule detects takes precedence. A project that staff removed from an
 * evaluator's assignments is no conflict, although the database stores a recusal for it.
 */
async function readConflicts(db: Executor, round: RoundKey, own: Own) {
  const stated = statedConflicts(await readTerms(db, round.editionId));
  const sent = await db
    .select({ id: submissions.projectId, name: submissions.nome })
    .from(submissions)
    .where(readIn(round))
    .orderBy(submissions.nomeKey, submissions.projectId);
  const declared = await db
    .select({ evaluator: evaluations.evaluatorId, project: evaluations.projectId })
    .from(evaluations)
    .where(
      and(
        givenIn(round),
        isNotNull(evaluations.recusedAt),
        sql`not exists (select from ${fixedReadings} where ${fixedIn(round)} and ${fixedReadings.kind} = 'barred'
          and ${fixedReadings.projectId} = ${evaluations.projectId}
          and ${fixedReadings.evaluatorId} = ${evaluations.evaluatorId})`,
      ),
    );
  const [rule, recused] = [own, declared].map((pairs) =>
    Map.groupBy(pairs, ({ project }) => project),
  );
  const found = new Map<string, Conflict[]>();
  for (const { id, name } of sent) {
    const kinds = new Map<string, JuryConflict>([
      ...stated(name).map((one) => [one, "stated"] as const),
      ...(recused?.get(id) ?? []).map(({ evaluator }) => [evaluator, "recused"] as const),
      ...(rule?.get(id) ?? []).map(({ evaluator }) => [evaluator, "rule"] as const),
    ]);
    for (const [evaluator, kind] of kinds) {
      found.set(evaluator, [...(found.get(evaluator) ?? []), { id, name, kind }]);
    }
  }
  return (evaluator: string): Conflict[] => found.get(evaluator) ?? [];
}

/** Returns each evaluator's progress in a round, and the number of projects in the round. */
async function readWork(db: Executor, round: RoundKey, own: Own) {
  // Count with filters in the select list. With `where` conditions, the query planner would expect too few rows and
  // choose a slow plan.
  const counted = (state: SQL) =>
    sql<number>`count(*) filter (where ${state} and ${notAmong(own)})`.mapWith(Number);
  const work = await db
    .select({
      evaluator: evaluations.evaluatorId,
      scored: counted(STORED_STATES.scored),
      partial: counted(STORED_STATES.partial),
      recused: counted(STORED_STATES.recused),
      at: sql<Date | null>`max(${evaluations.updatedAt}) filter (where ${notAmong(own)})`.mapWith(
        evaluations.updatedAt,
      ),
    })
    .from(evaluations)
    .innerJoin(submissions, and(eq(submissions.projectId, evaluations.projectId), readIn(round)))
    .where(givenIn(round))
    .groupBy(evaluations.evaluatorId);
  const projects = await db.$count(submissions, readIn(round));
  return { work, projects };
}

function later(one: Date | null | undefined, other: Date | null | undefined): Date | null {
  if (!one || !other) return one ?? other ?? null;
  return one > other ? one : other;
}
