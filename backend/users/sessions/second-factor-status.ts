import { and, eq, gt } from "drizzle-orm";
import { asksSecondFactor, type Role } from "@/contract/roles";
import type { BackendConfig } from "../../config";
import type { Executor } from "../../db/connect";
import { authenticatorApps, passkeys, recoveryCodes } from "../../db/schema/passkeys";

/** Reports whether the account has an authenticator app, so that its sign-ins require a code. */
export async function hasApp(db: Executor, userId: string): Promise<boolean> {
  return (await db.$count(authenticatorApps, eq(authenticatorApps.userId, userId))) > 0;
}

export async function hasPasskey(db: Executor, userId: string): Promise<boolean> {
  return (await db.$count(passkeys, eq(passkeys.userId, userId))) > 0;
}

type Configured = Pick<BackendConfig, "SECOND_FACTOR">;

/** Returns the subset of the given roles that require a second factor in this deployment. */
export function askingRoles(roles: readonly Role[], { SECOND_FACTOR }: Configured): Role[] {
  return roles.filter((role) => asksSecondFactor(role, SECOND_FACTOR));
}

/**
 * Returns the account's roles that require a second factor, or none if the account has a second factor. Rule:
 * account.second-factor.
 */
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

/**
 * Removes the authenticator app and its recovery codes. With `after`, removes only an app added after that time.
 * Returns whether an app was removed.
 */
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

/**
 * Removes the account's passkeys. With `after`, removes only passkeys added after that time. Returns the names of the
 * removed passkeys.
 */
export async function dropPasskeys(tx: Executor, userId: string, after?: Date): Promise<string[]> {
  const gone = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), after && gt(passkeys.createdAt, after)))
    .returning({ name: passkeys.name });
  return gone.map(({ name }) => name);
}
