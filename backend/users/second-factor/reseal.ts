import { and, eq, notLike } from "drizzle-orm";
import { authenticatorApps } from "../../db/schema/passkeys";
import type { Dependencies } from "../../dependencies";
import { seal, sealName, unseal } from "./seal";

type Tools = Pick<Dependencies, "db" | "config">;

/** Returns the authenticator apps whose secrets are not encrypted with the current TOKEN_SECRET. */
function sealedOtherwise({ db, config }: Tools) {
  return db
    .select()
    .from(authenticatorApps)
    .where(notLike(authenticatorApps.secret, `${sealName(config)}.%`));
}

/**
 * Re-encrypts with the current TOKEN_SECRET all secrets of authenticator apps that are encrypted with the previous
 * TOKEN_SECRET. The operator can then remove the previous TOKEN_SECRET without locking users out. Returns the number of
 * secrets that were not encrypted with the current TOKEN_SECRET, including those that cannot be decrypted.
 */
export async function resealApps({ db, config }: Tools): Promise<number> {
  const rows = await sealedOtherwise({ db, config });
  for (const { userId, secret } of rows) {
    const text = unseal(secret, userId, config);
    if (text === null) continue;
    await db
      .update(authenticatorApps)
      .set({ secret: seal(text, userId, config) })
      // Update only if the secret is unchanged, because the owner could have added another app in the meantime.
      .where(and(eq(authenticatorApps.userId, userId), eq(authenticatorApps.secret, secret)));
  }
  return rows.length;
}

/**
 * Counts the authenticator apps whose secret no configured TOKEN_SECRET can decrypt. Their owners need a recovery code
 * to sign in.
 */
export async function unreadableApps(tools: Tools): Promise<number> {
  const rows = await sealedOtherwise(tools);
  return rows.filter(({ userId, secret }) => unseal(secret, userId, tools.config) === null).length;
}
