import { and, asc, eq, gt, isNull, max, or, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../db/connect";
import { hasRole, mailTokens, sessions, users } from "../../db/schema/accounts";
import { submissions } from "../../db/schema/applications";
import { evaluationRecords, evaluations, invitations } from "../../db/schema/evaluations";
import type { Edition } from "../../editions/edition";
import { conflictsAmong, notAmong } from "../../evaluations/conflicts";
import { STORED_STATES } from "../../evaluations/list/list-filters";

/** Everybody who evaluates now. */
export const IN_JURY = and(hasRole("evaluator"), isNull(users.deactivatedAt)) as SQL;

/** Everybody who evaluates an edition or is asked to: what was asked, whether it is closed, until when the link is good. */
export async function readInvited(db: Executor, edition: Edition, now: Date) {
  const [members, closings, links] = await Promise.all([
    db
      .select({ user: users, invitation: invitations })
      .from(users)
      .leftJoin(
        invitations,
        and(eq(invitations.userId, users.id), eq(invitations.editionId, edition.id)),
      )
      .where(or(IN_JURY, and(sql`${invitations.id} is not null`, isNull(users.deactivatedAt))))
      .orderBy(asc(users.lastName), asc(users.email)),
    db
      .select({ evaluator: evaluationRecords.evaluatorId, at: evaluationRecords.closedAt })
      .from(evaluationRecords)
      .where(
        and(eq(evaluationRecords.editionId, edition.id), isNull(evaluationRecords.reopenedAt)),
      ),
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

/** Everybody who evaluates or is asked to, with how much of an edition they have read; of what they think nothing is read here. */
export async function readJury(db: Executor, edition: Edition, now: Date) {
  const sent = and(eq(submissions.editionId, edition.id), submissions.current);
  const own = await conflictsAmong(db, edition.id, IN_JURY);
  const [invited, work, seen, projects] = await Promise.all([
    readInvited(db, edition, now),
    db
      .select({
        evaluator: evaluations.evaluatorId,
        scored: countIf(STORED_STATES.scored),
        partial: countIf(STORED_STATES.partial),
        recused: countIf(STORED_STATES.recused),
        at: max(evaluations.updatedAt),
      })
      .from(evaluations)
      .innerJoin(submissions, and(eq(submissions.projectId, evaluations.projectId), sent))
      .where(notAmong(own))
      .groupBy(evaluations.evaluatorId),
    db
      .select({ user: sessions.userId, at: max(sessions.lastUsedAt) })
      .from(sessions)
      .groupBy(sessions.userId),
    db.$count(submissions, sent),
  ]);
  const workOf = new Map(work.map((row) => [row.evaluator, row]));
  const seenAt = new Map(seen.map(({ user, at }) => [user, at]));
  const byRule = Map.groupBy(own, ({ evaluator }) => evaluator);
  const jury = invited.map((one) => {
    const { user } = one;
    const given = workOf.get(user.id);
    const recused = (byRule.get(user.id)?.length ?? 0) + (given?.recused ?? 0);
    return {
      ...one,
      recused,
      read: recused + (given?.scored ?? 0),
      begun: (given?.scored ?? 0) + (given?.partial ?? 0) + (given?.recused ?? 0) > 0,
      seenAt: later(seenAt.get(user.id), given?.at),
    };
  });
  return { jury, projects, readings: await readReadings(db, edition, own) };
}

type Own = Awaited<ReturnType<typeof conflictsAmong>>;

/**
 * How many projects have been read and scored by so many of the jury, from none on without gaps. What counts is said where
 * it is counted: as conditions, of which the planner expects next to nothing to be left, it would be read row by row.
 */
async function readReadings(db: Executor, edition: Edition, own: Own) {
  const { rows } = await db.execute<{ readings: number; projects: number }>(sql`
    with given as (
      select (count(${evaluations.id}) filter (where ${STORED_STATES.scored} and ${notAmong(own)}
        and ${evaluations.evaluatorId} in (select ${users.id} from ${users} where ${IN_JURY})))::int as readings
      from ${submissions}
      left join ${evaluations} on ${evaluations.projectId} = ${submissions.projectId}
        and ${evaluations.editionId} = ${edition.id}
      where ${submissions.editionId} = ${edition.id} and ${submissions.current}
      group by ${submissions.projectId}
    )
    select readings, count(*)::int as projects from given group by readings`);
  const known = new Map(rows.map(({ readings, projects }) => [readings, projects]));
  const most = Math.max(-1, ...known.keys());
  return Array.from({ length: most + 1 }, (_, readings) => ({
    readings,
    projects: known.get(readings) ?? 0,
  }));
}

const countIf = (condition: SQL) =>
  sql<number>`count(*) filter (where ${condition})`.mapWith(Number);

function later(one: Date | null | undefined, other: Date | null | undefined): Date | null {
  if (!one || !other) return one ?? other ?? null;
  return one > other ? one : other;
}
