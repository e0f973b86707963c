import { GRANTED_ROLES, ROLE_TABLE } from "@/contract/roles";
import type { BackendConfig } from "../../config";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { authenticatorApps } from "../../db/schema/passkeys";
import { recordConsents } from "../../users/consent-record";
import { hashPassword } from "../../users/passwords/password";
import { seal } from "../../users/second-factor/seal";
import { newSecret, stepAt } from "../../users/second-factor/totp";
import { DEMO_ACCOUNTS } from "./accounts";

/**
 * Seeds confirmed accounts for all demo people. Roles that always require a second factor get an authenticator app with
 * a new, encrypted secret. Returns the account ids by email.
 */
export async function seedAccounts(
  db: Executor,
  config: BackendConfig,
  now: Date,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { email, password, role, firstName, lastName } of DEMO_ACCOUNTS) {
    const passwordHash = await hashPassword(password);
    const roles = GRANTED_ROLES.filter((one) => one === role);
    const user = { email, passwordHash, firstName, lastName, roles };
    const id = await seedUser({ db, config, now }, user);
    ids.set(email, id);
    if (ROLE_TABLE[role].secondFactor !== "asked") continue;
    const app = { secret: seal(newSecret(), id, config), lastStep: stepAt(now) - 1 };
    await db.insert(authenticatorApps).values({ userId: id, ...app, createdAt: now });
  }
  return ids;
}

/** Creates a confirmed account with the consents that a registration records. Returns the account's id. */
export async function seedUser(
  { db, config, now }: { db: Executor; config: BackendConfig; now: Date },
  values: Pick<typeof users.$inferInsert, "email" | "firstName" | "lastName"> &
    Partial<typeof users.$inferInsert>,
): Promise<string> {
  const [user] = await db
    .insert(users)
    .values({ interest: "call_for_ideas", emailConfirmedAt: now, ...values })
    .returning({ id: users.id, language: users.language });
  if (!user) throw new Error("no user");
  const { id: userId, language } = user;
  await recordConsents(db, config, {
    ...{ userId, language, newsletter: false, source: "registration", now },
  });
  return userId;
}
