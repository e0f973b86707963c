import { and, eq, notLike } from "drizzle-orm";
import { authenticatorApps } from "../../db/schema/passkeys";
import type { Dependencies } from "../../dependencies";
import { seal, sealName, unseal } from "./seal";

type Tools = Pick<Dependencies, "db" | "config">;

/** Returns the apps whose secrets are not encrypted with the current TOKEN_SECRET. */
function sealedOtherwise({ db, config }: Tools) {
  return db
    .select()
    .from(authenticatorApps)
    .where(notLike(authenticatorApps.secret, `${sealName(config)}.%`));
}

/**
 * Encrypts again, with the current TOKEN_SECRET, the secrets encrypted with the previous one. The operator can then remove
 * the previous secret without locking users out. Returns the number of secrets.
 */
export async function resealApps({ db, config }: Tools): Promise<number> {
  const rows = await sealedOtherwise({ db, config });
  for (const { userId, secret } of rows) {
    const text = unseal(secret, userId, config);
    if (text === null) continue;
    await db
      .update(authenticatorApps)
      .set({ secret: seal(text, userId, config) })
      // Match the secret that was read: the owner could have added another app meanwhile.
      .where(and(eq(authenticatorApps.userId, userId), eq(authenticatorApps.secret, secret)));
  }
  return rows.length;
}

/** Counts the apps whose secret no configured TOKEN_SECRET can decrypt. Their owners need a recovery code. */
export async function unreadableApps(tools: Tools): Promise<number> {
  const rows = await sealedOtherwise(tools);
  return rows.filter(({ userId, secret }) => unseal(secret, userId, tools.config) === null).length;
}
