import { and, eq } from "drizzle-orm";
import type { linkProvider, sso, unlinkProvider } from "@/contract/users";
import { identities, users } from "../db/schema";
import { fail } from "../http/failure";
import type { Call } from "../http/serve";
import { readUser } from "./profile";

/** Seconds after which it is worth asking again: keys come with a new configuration. */
const RETRY_AFTER = 3600;

/**
 * Sign-in and linking through Google or Facebook. The configuration holds no provider keys, and
 * without the keys a provider's token cannot be verified: 503, whatever the request says.
 */
export async function signInWithProvider(_call: Call<typeof sso>) {
  return fail("unavailable", { message: "no provider keys", retryAfter: RETRY_AFTER });
}

export async function link(_call: Call<typeof linkProvider>) {
  return fail("unavailable", { message: "no provider keys", retryAfter: RETRY_AFTER });
}

/** Removes a way in; 409 when it is the last one. */
export async function unlink({ db, caller, body, now }: Call<typeof unlinkProvider>) {
  return db.transaction(async (tx) => {
    // Locked, so that two parallel removals cannot each leave it to the other.
    const [user] = await tx.select().from(users).where(eq(users.id, caller.id)).for("update");
    const mine = eq(identities.userId, caller.id);
    const linked = await tx.select().from(identities).where(mine);
    if (linked.some(({ provider }) => provider === body.provider)) {
      if (!user?.passwordHash && linked.length === 1) fail("link_required");
      await tx.delete(identities).where(and(mine, eq(identities.provider, body.provider)));
      await tx.update(users).set({ updatedAt: now() }).where(eq(users.id, caller.id));
    }
    return readUser(tx, caller.id);
  });
}
