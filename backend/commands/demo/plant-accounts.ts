import { GRANTED_ROLES } from "@/contract/roles";
import type { Executor } from "../../db/connect";
import { consents, users } from "../../db/schema/accounts";
import { hashPassword } from "../../users/passwords/password";
import { DEMO_ACCOUNTS } from "./accounts";

/** Confirmed accounts for all demo people. Returns their ids by e-mail. */
export async function plantAccounts(db: Executor, now: Date): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { email, password, role, firstName, lastName } of DEMO_ACCOUNTS) {
    const passwordHash = await hashPassword(password);
    const roles = GRANTED_ROLES.filter((one) => one === role);
    ids.set(email, await plantUser(db, { email, passwordHash, firstName, lastName, roles }, now));
  }
  return ids;
}

/** Creates a confirmed account with its consent to the privacy notice; returns its id. */
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
