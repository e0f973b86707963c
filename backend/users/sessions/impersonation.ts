import { and, eq, gt, isNull, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { ROLE_TABLE, rolesWith } from "@/contract/roles";
import type { Executor } from "../../db/connect";
import { hashToken } from "../../db/hash-token";
import { impersonations, sessions, users } from "../../db/schema/accounts";
import type { Dependencies } from "../../dependencies";
import { IMPERSONATION_TOKEN } from "../../http/only-reads";
import type { Caller } from "../../http/serve";
import { lackingOf } from "./second-factor-status";
import { randomToken } from "./tokens";

const lookers = alias(users, "lookers");

/**
 * Starts an impersonation for a staff session until `endsAt`, and replaces an active impersonation. Returns the
 * impersonation's token.
 */
export async function openImpersonation(
  tx: Executor,
  { sessionId, userId, endsAt }: { sessionId: string; userId: string; endsAt: Date },
): Promise<string> {
  await endImpersonations(tx, sessionId);
  const token = IMPERSONATION_TOKEN + randomToken();
  await tx.insert(impersonations).values({ hash: hashToken(token), sessionId, userId, endsAt });
  return token;
}

/** Ends all impersonations that a staff session started. */
export async function endImpersonations(tx: Executor, sessionId: string): Promise<void> {
  await tx.delete(impersonations).where(eq(impersonations.sessionId, sessionId));
}

/**
 * Returns the impersonated person as a caller without granted roles. Returns null if the impersonation has expired or
 * ended, or if the staff member has signed out, is no longer staff, or lacks the required second factor.
 */
export async function impersonatedBy(token: string, deps: Dependencies): Promise<Caller | null> {
  const alive: (SQL | undefined)[] = [
    eq(impersonations.hash, hashToken(token)),
    gt(impersonations.endsAt, deps.now()),
    isNull(sessions.revokedAt),
    isNull(lookers.deactivatedAt),
    isNull(users.deactivatedAt),
  ];
  const [row] = await deps.db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      language: users.language,
      /**
       * The caller gets the id of the staff member's session, because the sessions of the impersonated person must stay
       * private.
       */
      sessionId: sessions.id,
      lookerId: lookers.id,
      granted: lookers.roles,
    })
    .from(impersonations)
    .innerJoin(users, eq(users.id, impersonations.userId))
    .innerJoin(sessions, eq(sessions.id, impersonations.sessionId))
    .innerJoin(lookers, eq(lookers.id, sessions.userId))
    .where(and(...alive));
  if (!row) return null;
  const { lookerId, granted, ...account } = row;
  const roles = rolesWith(granted);
  const lacking = await lackingOf(deps, lookerId, roles);
  const maySee = roles.some(
    (role) =>
      (role === "staff" || ROLE_TABLE[role].also?.includes("staff")) && !lacking.includes(role),
  );
  return maySee ? { ...account, roles: rolesWith([]), lacking: [], seenOnly: true } : null;
}
