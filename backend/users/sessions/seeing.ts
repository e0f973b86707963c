import { and, eq, gt, isNull, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { ROLE_TABLE, rolesWith } from "@/contract/roles";
import type { Executor } from "../../db/connect";
import { hashToken } from "../../db/hash-token";
import { seeings, sessions, users } from "../../db/schema/accounts";
import type { Dependencies } from "../../dependencies";
import { SEEING_TOKEN } from "../../http/only-reads";
import type { Caller } from "../../http/serve";
import { lackingOf } from "../factor/held";
import { randomToken } from "./tokens";

const lookers = alias(users, "lookers");

/** Opens somebody's area to a session of the staff until `endsAt`, in place of anybody else's that it sees; the token. */
export async function openSeeing(
  tx: Executor,
  { sessionId, userId, endsAt }: { sessionId: string; userId: string; endsAt: Date },
): Promise<string> {
  await endSeeings(tx, sessionId);
  const token = SEEING_TOKEN + randomToken();
  await tx.insert(seeings).values({ hash: hashToken(token), sessionId, userId, endsAt });
  return token;
}

/** A session sees as nobody any more. */
export async function endSeeings(tx: Executor, sessionId: string): Promise<void> {
  await tx.delete(seeings).where(eq(seeings.sessionId, sessionId));
}

/**
 * The person who is seen, as a caller without any role that was granted; null once it is over: late, ended, or with whoever
 * looks no longer signed in, no longer of the staff, or without the second factor that asks for.
 */
export async function seenBy(token: string, deps: Dependencies): Promise<Caller | null> {
  const alive: (SQL | undefined)[] = [
    eq(seeings.hash, hashToken(token)),
    gt(seeings.endsAt, deps.now()),
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
      /** Of the one who looks: the person's own sessions are nobody else's to name. */
      sessionId: sessions.id,
      lookerId: lookers.id,
      granted: lookers.roles,
    })
    .from(seeings)
    .innerJoin(users, eq(users.id, seeings.userId))
    .innerJoin(sessions, eq(sessions.id, seeings.sessionId))
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
