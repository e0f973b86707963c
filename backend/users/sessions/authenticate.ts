import { and, eq, isNull } from "drizzle-orm";
import type { Language } from "@/contract/fields";
import { sessions, users } from "../db/schema/accounts";
import type { Dependencies } from "../dependencies";
import { fail } from "../http/failure";
import { verifyAccessToken } from "./access-token";

/** Who calls, as the database knows them now: roles and deactivation take effect at once. */
export type Caller = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  language: Language;
  evaluator: boolean;
  sessionId: string;
};

/** The caller behind a Bearer token; 401 for none, a bad or expired one, an ended session. */
export async function authenticate(request: Request, deps: Dependencies): Promise<Caller> {
  const [scheme, token] = (request.headers.get("authorization") ?? "").split(" ");
  if (scheme?.toLowerCase() !== "bearer" || !token) return fail("not_authenticated");
  const claims = await verifyAccessToken(token, deps.config.TOKEN_SECRET, deps.now());
  if (!claims) return fail("not_authenticated");
  const [row] = await deps.db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      language: users.language,
      evaluator: users.evaluator,
      sessionId: sessions.id,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, claims.sessionId),
        eq(users.id, claims.userId),
        isNull(sessions.revokedAt),
        isNull(users.deactivatedAt),
      ),
    );
  if (!row) return fail("not_authenticated");
  return { ...row, language: languageOf(row.language) };
}

/** A stored language: English, or Italian as the site's default. */
export function languageOf(stored: string): Language {
  return stored === "en" ? "en" : "it";
}
