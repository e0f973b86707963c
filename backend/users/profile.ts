import { eq, sql } from "drizzle-orm";
import { rolesWith } from "@/contract/roles";
import type { getMe, updateMe } from "@/contract/users/own-account";
import type { PROVIDERS, User } from "@/contract/users/user-schemas";
import type { BackendConfig } from "../config";
import type { Executor } from "../db/connect";
import { consents, users } from "../db/schema/accounts";
import type { Call } from "../http/serve";
import { lackingOf } from "./sessions/second-factor-status";

type Provider = (typeof PROVIDERS)[number];

/** Returns the user's account in the contract's format. */
export async function readUser(
  db: Executor,
  config: Pick<BackendConfig, "SECOND_FACTOR">,
  id: string,
): Promise<User> {
  const [row] = await db
    .select({
      user: users,
      privacy: sql<boolean>`coalesce((select c.accepted from consents c where c.user_id = "users"."id" and c.kind = 'privacy' order by c.at desc limit 1), false)`,
      hasPasskey: sql<boolean>`exists (select 1 from passkeys k where k.user_id = "users"."id")`,
      hasApp: sql<boolean>`exists (select 1 from authenticator_apps a where a.user_id = "users"."id")`,
      providers: sql<
        Provider[]
      >`array(select i.provider from identities i where i.user_id = "users"."id" order by i.provider)`,
    })
    .from(users)
    .where(eq(users.id, id));
  if (!row) throw new Error("the signed-in account is gone");
  const { user, privacy, providers, hasPasskey, hasApp } = row;
  const roles = rolesWith(user.roles);
  return {
    id: user.id,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    roles,
    newsletter: user.newsletter,
    privacy,
    interest: user.interest as User["interest"],
    interests_modal_closed: user.interestsModalClosed,
    language: user.language,
    last_update: user.updatedAt.toISOString(),
    has_password: user.passwordHash !== null,
    providers,
    has_passkey: hasPasskey,
    has_app: hasApp,
    needs_second_factor: (await lackingOf({ db, config }, id, roles)).length > 0,
  };
}

export function readMe({ db, config, caller }: Call<typeof getMe>) {
  return readUser(db, config, caller.id);
}

/** Updates the given fields of the caller's profile. Records a changed newsletter consent. */
export async function updateProfile(call: Call<typeof updateMe>) {
  const { db, config, caller, body, now, language } = call;
  const values = {
    firstName: body.first_name,
    lastName: body.last_name,
    newsletter: body.newsletter,
    interest: body.interest,
    language: body.language,
    interestsModalClosed: body.interests_modal_closed,
  };
  if (Object.values(values).every((value) => value === undefined))
    return readUser(db, config, caller.id);
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(users).where(eq(users.id, caller.id)).for("update");
    await tx
      .update(users)
      .set({ ...values, updatedAt: now() })
      .where(eq(users.id, caller.id));
    if (body.newsletter !== undefined && body.newsletter !== before?.newsletter) {
      await tx.insert(consents).values({
        userId: caller.id,
        kind: "newsletter",
        accepted: body.newsletter,
        language,
        source: "profile",
        at: now(),
      });
    }
    return readUser(tx, config, caller.id);
  });
}
