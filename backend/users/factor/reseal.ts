import { and, eq, notLike } from "drizzle-orm";
import { authenticatorApps } from "../../db/schema/keys";
import type { Dependencies } from "../../dependencies";
import { seal, sealName, unseal } from "./seal";

type Tools = Pick<Dependencies, "db" | "config">;

/** The apps whose secrets are not sealed under the present TOKEN_SECRET. */
function sealedOtherwise({ db, config }: Tools) {
  return db
    .select()
    .from(authenticatorApps)
    .where(notLike(authenticatorApps.secret, `${sealName(config)}.%`));
}

/**
 * Seals under the present TOKEN_SECRET what the previous one has sealed, so that the previous one can go and nobody is locked
 * out. How many.
 */
export async function resealApps({ db, config }: Tools): Promise<number> {
  const rows = await sealedOtherwise({ db, config });
  for (const { userId, secret } of rows) {
    const text = unseal(secret, userId, config);
    if (text === null) continue;
    await db
      .update(authenticatorApps)
      .set({ secret: seal(text, userId, config) })
      // Only the row that was read: its owner may have another app by now.
      .where(and(eq(authenticatorApps.userId, userId), eq(authenticatorApps.secret, secret)));
  }
  return rows.length;
}

/** Apps that no TOKEN_SECRET opens: their owners need a recovery code. */
export async function unreadableApps(tools: Tools): Promise<number> {
  const rows = await sealedOtherwise(tools);
  return rows.filter(({ userId, secret }) => unseal(secret, userId, tools.config) === null).length;
}
