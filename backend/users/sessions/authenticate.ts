import { and, eq, isNull, sql } from "drizzle-orm";
import { rolesWith } from "@/contract/roles";
import { tokenSecrets } from "../../config";
import { prepared } from "../../db/connect";
import { sessions, users } from "../../db/schema/accounts";
import type { Dependencies } from "../../dependencies";
import { fail } from "../../http/failure";
import { bearerOf, IMPERSONATION_TOKEN } from "../../http/only-reads";
import type { Caller } from "../../http/serve";
import { verifyAccessToken } from "./access-token";
import { impersonatedBy } from "./impersonation";
import { lackingOf } from "./second-factor-status";

const findCaller = prepared("find_caller", (db, name) =>
  db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      language: users.language,
      granted: users.roles,
      sessionId: sessions.id,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sql.placeholder("sessionId")),
        eq(users.id, sql.placeholder("userId")),
        isNull(sessions.revokedAt),
        isNull(users.deactivatedAt),
      ),
    )
    .prepare(name),
);

/**
 * Returns the caller identified by the Bearer token. Fails with 401 if the token is missing, invalid, or expired, or if
 * the session has ended.
 */
export async function authenticate(request: Request, deps: Dependencies): Promise<Caller> {
  const token = bearerOf(request);
  if (!token) return fail("not_authenticated");
  if (token.startsWith(IMPERSONATION_TOKEN)) {
    return (await impersonatedBy(token, deps)) ?? fail("not_authenticated");
  }
  const claims = await verifyAccessToken(token, tokenSecrets(deps.config), deps.now());
  if (!claims) return fail("not_authenticated");
  const [row] = await findCaller(deps.db).execute(claims);
  if (!row) return fail("not_authenticated");
  const { granted, ...account } = row;
  const roles = rolesWith(granted);
  return { ...account, roles, lacking: await lackingOf(deps, row.id, roles) };
}
