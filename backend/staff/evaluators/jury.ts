import { and, asc, eq, gt, inArray, isNull, max, sql } from "drizzle-orm";
import type { Executor } from "../../db/connect";
import { mailTokens, sessions, users } from "../../db/schema/accounts";
import { submissions } from "../../db/schema/applications";
import { evaluationRecords, evaluations, invitations } from "../../db/schema/evaluations";
import type { Edition } from "../../editions/edition";
import { firstRoundKey } from "../../editions/rounds";
import { conflictsAmong, notAmong } from "../../evaluations/conflicts-of-interest";
import { STORED_STATES } from "../../evaluations/list/list-filters";
import { closedIn, evaluatorsOf, givenIn, juryOf } from "../../evaluations/round";

/**
 * Returns the evaluators and the invited people of an edition, with the invitation, the end of the invitation
 * link, and the time of closing.
 */
export async function readInvited(db: Executor, edition: Edition, now: Date) {
  const round = firstRoundKey(edition.id);
  const [members, closings, links] = await Promise.all([
    db
      .select({ user: users, invitation: invitations })
      .from(users)
      .leftJoin(
        invitations,
        and(eq(invitations.userId, users.id), eq(invitations.editionId, edition.id)),
      )
      // The database looks up the few matching ids first. Otherwise it scans every account.
      .where(
        and(
          isNull(users.deactivatedAt),
          sql`${users.id} = any(array(select id from users where ${evaluatorsOf(round)}
            union select user_id from invitations where edition_id = ${edition.id}))`,
        ),
      )
      .orderBy(asc(users.lastName), asc(users.email)),
    db
      .select({ evaluator: evaluationRecords.evaluatorId, at: evaluationRecords.closedAt })
      .from(evaluationRecords)
      .where(closedIn(round)),
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

/** Returns the evaluators and the invited people with their reading progress in an edition. Reads no scores. */
export async function readJury(db: Executor, edition: Edition, now: Date) {
  const own = await conflictsAmong(db, edition.id, juryOf(firstRoundKey(edition.id)));
  const invited = await readInvited(db, edition, now);
  const { work, readings, projects } = await readWork(db, edition, own);
  const seen = await db
    .select({ user: sessions.userId, at: max(sessions.lastUsedAt) })
    .from(sessions)
    .where(inArray(sessions.userId, [...new Set(invited.map(({ user }) => user.id))]))
    .groupBy(sessions.userId);
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
      seenAt: later(seenAt.get(user.id), given && new Date(given.at)),
    };
  });
  return { jury, projects, readings };
}

type Own = Awaited<ReturnType<typeof conflictsAmong>>;
type Work = { evaluator: string; scored: number; partial: number; recused: number; at: number };

/**
 * Returns the progress per evaluator, and the number of projects per number of readings from 0 upwards without
 * gaps. Uses one query for both.
 *
 * The query counts with filters in the select list. As `where` conditions, the planner would expect almost no
 * rows and read row by row.
 */
export async function readWork(db: Executor, edition: Edition, own: Own) {
  const round = firstRoundKey(edition.id);
  const { rows } = await db.execute<{
    work: Work[] | null;
    readings: { readings: number; projects: number }[] | null;
    projects: number;
  }>(sql`
    with given as materialized (
      select ${evaluations.evaluatorId} as evaluator, ${evaluations.projectId} as project,
        ${STORED_STATES.scored} as scored, ${STORED_STATES.partial} as partial,
        ${STORED_STATES.recused} as recused, ${evaluations.updatedAt} as at,
        ${evaluations.evaluatorId} in (select ${users.id} from ${users} where ${juryOf(round)}) as judges
      from ${evaluations}
      join ${submissions} on ${submissions.projectId} = ${evaluations.projectId} and ${submissions.current}
      where ${givenIn(round)} and ${notAmong(own)}
    ), work as (
      select evaluator, count(*) filter (where scored)::int as scored,
        count(*) filter (where partial)::int as partial, count(*) filter (where recused)::int as recused,
        extract(epoch from max(at)) * 1000 as at
      from given group by evaluator
    ), counted as (
      select count(*) filter (where scored and judges)::int as readings from given group by project
    ), reached as (
      select readings, count(*)::int as projects from counted group by readings
    )
    select (select json_agg(work) from work) as work, (select json_agg(reached) from reached) as readings,
      (select count(*)::int from ${submissions}
        where ${submissions.editionId} = ${edition.id} and ${submissions.current}) as projects`);
  const { work, readings, projects = 0 } = rows[0] ?? {};
  const known = new Map(readings?.map((one) => [one.readings, one.projects]));
  const looked = [...known.values()].reduce((sum, some) => sum + some, 0);
  // No evaluator has opened the remaining projects, so they have 0 readings.
  if (projects > looked) known.set(0, (known.get(0) ?? 0) + projects - looked);
  const most = Math.max(-1, ...known.keys());
  return {
    work: work ?? [],
    projects,
    readings: Array.from({ length: most + 1 }, (_, index) => ({
      readings: index,
      projects: known.get(index) ?? 0,
    })),
  };
}

function later(one: Date | null | undefined, other: Date | null | undefined): Date | null {
  if (!one || !other) return one ?? other ?? null;
  return one > other ? one : other;
}
