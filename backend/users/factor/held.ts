import { and, eq, gt } from "drizzle-orm";
import { asksSecondFactor, type Role } from "@/contract/roles";
import type { BackendConfig } from "../../config";
import type { Executor } from "../../db/connect";
import { authenticatorApps, passkeys, recoveryCodes } from "../../db/schema/keys";

/** Whether the account's sign-ins ask for a code. */
export async function hasApp(db: Executor, userId: string): Promise<boolean> {
  return (await db.$count(authenticatorApps, eq(authenticatorApps.userId, userId))) > 0;
}

export async function hasPasskey(db: Executor, userId: string): Promise<boolean> {
  return (await db.$count(passkeys, eq(passkeys.userId, userId))) > 0;
}

type Configured = Pick<BackendConfig, "SECOND_FACTOR">;

/** Those of some roles that ask for a second factor on this deployment. */
export function askingRoles(roles: readonly Role[], { SECOND_FACTOR }: Configured): Role[] {
  return roles.filter((role) => asksSecondFactor(role, SECOND_FACTOR));
}

/** (rule account.second-factor) The account's roles that ask for a second factor where it has none. */
export async function lackingOf(
  { db, config }: { db: Executor; config: Configured },
  userId: string,
  roles: readonly Role[],
): Promise<Role[]> {
  const asking = askingRoles(roles, config);
  if (asking.length === 0 || (await hasPasskey(db, userId)) || (await hasApp(db, userId)))
    return [];
  return asking;
}

/** Takes the app off, with its recovery codes, or only one that was added after an instant; whether there was one. */
export async function dropApp(tx: Executor, userId: string, after?: Date): Promise<boolean> {
  const { createdAt } = authenticatorApps;
  const gone = await tx
    .delete(authenticatorApps)
    .where(and(eq(authenticatorApps.userId, userId), after && gt(createdAt, after)))
    .returning({ userId: authenticatorApps.userId });
  if (gone.length === 0) return false;
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  return true;
}

/** Removes the account's passkeys, or only those added after an instant; their names. */
export async function dropPasskeys(tx: Executor, userId: string, after?: Date): Promise<string[]> {
  const gone = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), after && gt(passkeys.createdAt, after)))
    .returning({ name: passkeys.name });
  return gone.map(({ name }) => name);
}
