import { GRANTED_ROLES, ROLE_TABLE } from "@/contract/roles";
import type { BackendConfig } from "../../config";
import type { Executor } from "../../db/connect";
import { consents, users } from "../../db/schema/accounts";
import { authenticatorApps } from "../../db/schema/keys";
import { seal } from "../../users/factor/seal";
import { newSecret, stepAt } from "../../users/factor/totp";
import { hashPassword } from "../../users/passwords/password";
import { DEMO_ACCOUNTS } from "./accounts";

/**
 * Confirmed accounts for all demo people, with an authenticator app where a role asks for a second factor always: its
 * secret is made here, and sealed like any other. Returns their ids by e-mail.
 */
export async function plantAccounts(
  db: Executor,
  config: BackendConfig,
  now: Date,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { email, password, role, firstName, lastName } of DEMO_ACCOUNTS) {
    const passwordHash = await hashPassword(password);
    const roles = GRANTED_ROLES.filter((one) => one === role);
    const id = await plantUser(db, { email, passwordHash, firstName, lastName, roles }, now);
    ids.set(email, id);
    if (ROLE_TABLE[role].secondFactor !== "asked") continue;
    const app = { secret: seal(newSecret(), id, config), lastStep: stepAt(now) - 1 };
    await db.insert(authenticatorApps).values({ userId: id, ...app, createdAt: now });
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
