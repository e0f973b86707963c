import { asc, count, desc, inArray, max } from "drizzle-orm";
import { STAFF_ROLES } from "@/contract/roles";
import type { listTeam as contract, StaffMember } from "@/contract/staff/team";
import type { Executor } from "../../db/connect";
import { RUNS_PROGRAMME, sessions, users } from "../../db/schema/accounts";
import { auditEntries } from "../../db/schema/audit-log";
import { authenticatorApps, passkeys } from "../../db/schema/passkeys";
import type { Call } from "../../http/serve";
import { openSessionsOf } from "../../users/sessions/sessions";

/** Lists the staff accounts with their passkeys, authenticator app, sessions, and last action. */
export async function listTeam({ db, caller, arrivedAt }: Call<typeof contract>) {
  const rows = await db
    .select()
    .from(users)
    .where(RUNS_PROGRAMME)
    .orderBy(asc(users.lastName), asc(users.email));
  const ids = rows.map(({ id }) => id);
  const { keys, apps, seen, last } = await knownOf(db, ids);
  const members: StaffMember[] = [];
  for (const user of rows) {
    const open = await openSessionsOf(db, user.id, arrivedAt);
    members.push({
      id: user.id,
      name: `${user.firstName} ${user.lastName}`.trim(),
      email: user.email,
      roles: STAFF_ROLES.filter((role) => user.roles.includes(role)),
      deactivated: user.deactivatedAt !== null,
      passkeys: keys.get(user.id) ?? 0,
      app: apps.has(user.id),
      sessions: open.length,
      seen_at: seen.get(user.id)?.toISOString() ?? null,
      last_act: last.get(user.id) ?? null,
      own: user.id === caller.id,
    });
  }
  const directors = members.filter(
    ({ roles, deactivated }) => roles.includes("director") && !deactivated,
  );
  return {
    members,
    directors: directors.length,
    directors_with_key: directors.filter(({ passkeys }) => passkeys > 0).length,
  };
}

/**
 * Returns the passkeys, authenticator app, last session use, and last audit entry of the given accounts, with one query
 * for each kind of data.
 */
async function knownOf(db: Executor, ids: string[]) {
  const [keys, apps, seen, last] = await Promise.all([
    db
      .select({ user: passkeys.userId, own: count() })
      .from(passkeys)
      .where(inArray(passkeys.userId, ids))
      .groupBy(passkeys.userId),
    db
      .select({ user: authenticatorApps.userId })
      .from(authenticatorApps)
      .where(inArray(authenticatorApps.userId, ids)),
    db
      .select({ user: sessions.userId, at: max(sessions.lastUsedAt) })
      .from(sessions)
      .where(inArray(sessions.userId, ids))
      .groupBy(sessions.userId),
    db
      .selectDistinctOn([auditEntries.actorId], {
        user: auditEntries.actorId,
        act: auditEntries.act,
        at: auditEntries.at,
        line: auditEntries.number,
      })
      .from(auditEntries)
      .where(inArray(auditEntries.actorId, ids))
      .orderBy(auditEntries.actorId, desc(auditEntries.number)),
  ]);
  return {
    keys: new Map(keys.map(({ user, own }) => [user, own])),
    apps: new Set(apps.map(({ user }) => user)),
    seen: new Map(seen.map(({ user, at }) => [user, at])),
    last: new Map(
      last.map(({ user, act, at, line }) => [user, { act, at: at.toISOString(), line }]),
    ),
  };
}
