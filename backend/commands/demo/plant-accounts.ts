import { inArray } from "drizzle-orm";
import type { Executor } from "../../db/connect";
import { consents, users } from "../../db/schema/accounts";
import { hashPassword } from "../../users/password";
import { DEMO_ACCOUNTS } from "./accounts";

/** Confirmed accounts for all demo people. Those that exist stay as they are. Returns ids by e-mail. */
export async function plantAccounts(db: Executor, now: Date): Promise<Map<string, string>> {
  const emails = DEMO_ACCOUNTS.map(({ email }) => email);
  const ids = await idsOf(db, emails);
  for (const { email, password, role, firstName, lastName } of DEMO_ACCOUNTS) {
    if (ids.has(email)) continue;
    const passwordHash = await hashPassword(password);
    const evaluator = role === "evaluator";
    ids.set(
      email,
      await plantUser(db, { email, passwordHash, firstName, lastName, evaluator }, now),
    );
  }
  return ids;
}

/** One confirmed account with its consent to the privacy notice; its id. */
export async function plantUser(
  db: Executor,
  values: Pick<typeof users.$inferInsert, "email" | "firstName" | "lastName"> &
    Partial<typeof users.$inferInsert>,
  now: Date,
): Promise<string> {
  const [user] = await db
    .insert(users)
    .values({ interest: "call_for_ideas", emailConfirmedAt: now, ...values })
    .returning({ id: users.id });
  if (!user) throw new Error("no user");
  await db.insert(consents).values({ userId: user.id, kind: "privacy", accepted: true, at: now });
  return user.id;
}

async function idsOf(db: Executor, emails: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.email, [...emails]));
  return new Map(rows.map(({ id, email }) => [email, id]));
}
