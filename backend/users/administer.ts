import { and, asc, eq, gt, isNotNull, isNull, notExists, type SQL, sql } from "drizzle-orm";
import { romeDay } from "@/contract/deadline";
import { type GrantedRole, rolesWith, STAFF_ROLES } from "@/contract/roles";
import { type ActionContext, type AuditEntry, appendAuditEntry } from "../audit-log/entries";
import { RuleViolation } from "../audit-log/rule-violation";
import type { Database, Executor } from "../db/connect";
import { users } from "../db/schema/accounts";
import { evaluationRecords } from "../db/schema/evaluations";
import { roundJurors, rounds } from "../db/schema/rounds";
import { showSent } from "../project/owner-gone";
import { endSessions } from "./sessions/sessions";

/** Returns the SQL for the account's granted roles with one role added. */
function withRole(role: GrantedRole): SQL {
  return sql`array_append(${withoutRole(role)}, ${role})`;
}

/** Returns the SQL for the account's granted roles without one role. */
function withoutRole(role: GrantedRole): SQL {
  return sql`array_remove(${users.roles}, ${role})`;
}

/**
 * Grants or revokes a role. Ends all sessions of the account except the given one, so that a stolen session never gains
 * a role. Returns false if the account does not exist.
 */
export async function setRole(
  db: Executor,
  email: string,
  role: GrantedRole,
  granted: boolean,
  now: Date,
  keep?: string,
): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ roles: granted ? withRole(role) : withoutRole(role) })
    .where(eq(users.email, email))
    .returning({ id: users.id });
  for (const { id } of rows) await endSessions(db, id, { now, ...(keep && { keep }) });
  return rows.length > 0;
}

/** Grants or revokes a role and records the change in the audit log. */
export async function giveRole(
  tx: Executor,
  user: Pick<typeof users.$inferSelect, "id" | "email">,
  { role, granted, data = {} }: { role: GrantedRole; granted: boolean; data?: AuditEntry["data"] },
  context: ActionContext,
): Promise<void> {
  if (granted && STAFF_ROLES.includes(role as never)) await requireNoSeat(tx, user.id, context.now);
  await setRole(tx, user.email, role, granted, context.now);
  const name = granted ? "user.grant" : "user.revoke";
  await appendAuditEntry(tx, context, {
    act: name,
    target: { user: user.id },
    data: { role, ...data },
  });
}

/**
 * Throws if the user still evaluates in a later round whose jury must not see earlier results. Staff can read these
 * results, so the user cannot get a staff role. A closed evaluation or an ended round does not count.
 */
async function requireNoSeat(tx: Executor, userId: string, now: Date): Promise<void> {
  const closed = tx
    .select({ one: sql`1` })
    .from(evaluationRecords)
    .where(
      and(
        eq(evaluationRecords.editionId, rounds.editionId),
        eq(evaluationRecords.round, rounds.number),
        eq(evaluationRecords.evaluatorId, userId),
        isNull(evaluationRecords.reopenedAt),
      ),
    );
  const [seat] = await tx
    .select({ number: rounds.number })
    .from(roundJurors)
    .innerJoin(
      rounds,
      and(eq(rounds.editionId, roundJurors.editionId), eq(rounds.number, roundJurors.round)),
    )
    .where(
      and(
        eq(roundJurors.userId, userId),
        gt(rounds.number, 1),
        eq(rounds.showsEarlier, false),
        isNull(rounds.closedAt),
        gt(rounds.closesAt, now),
        notExists(closed),
      ),
    )
    .limit(1);
  if (seat) {
    const sentence = `The account reads in round ${seat.number}, whose jury must not see earlier results.`;
    throw new RuleViolation(sentence, "sits_on_round");
  }
}

/**
 * Reactivates a deactivated account and returns its applications to the selection. Returns false if the account does
 * not exist or is erased. Throws person_in_two_projects if a team member has joined another application in the
 * meantime.
 */
export async function reactivate(db: Database, email: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ deactivatedAt: null })
      .where(and(eq(users.email, email), isNotNull(users.deactivatedAt), isNull(users.erasedAt)))
      .returning({ id: users.id });
    if (user) await showSent(tx, user.id);
    return user !== undefined;
  });
}

/** Returns the account with an email address, or undefined. */
export async function findAccount(db: Executor, email: string) {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  return user;
}

/** Returns all accounts as rows of the operator's list. */
export async function listAccounts(db: Executor): Promise<string[][]> {
  const rows = await db
    .select()
    .from(users)
    .orderBy(sql`${users.roles} = '{}'`, asc(users.createdAt));
  return rows.map((user) => [
    user.email,
    `${user.firstName} ${user.lastName}`,
    rolesWith(user.roles).join(", "),
    user.erasedAt
      ? "erased"
      : user.deactivatedAt
        ? "deactivated"
        : user.emailConfirmedAt
          ? "active"
          : "not confirmed",
    romeDay(user.createdAt),
  ]);
}
