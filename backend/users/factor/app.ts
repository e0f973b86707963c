import { eq } from "drizzle-orm";
import { NEW_APP_MINUTES } from "@/contract/limits";
import type {
  addApp,
  appOptions,
  readSecondFactor,
  removeApp,
  renewRecoveryCodes,
} from "@/contract/users/second-factor";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { authenticatorApps } from "../../db/schema/keys";
import { fail } from "../../http/failure";
import { accountLimit } from "../../http/limits";
import { takeOne } from "../../http/rate-limit";
import type { Call, Caller } from "../../http/serve";
import { newChallenge, spendChallenge } from "../keys/challenges";
import { markProved } from "../sessions/proved";
import { endSessions } from "../sessions/sessions";
import { dropApp, hasApp } from "./held";
import { tellOwner } from "./notices";
import { codesLeft, newRecoveryCodes } from "./recovery-codes";
import { resetOf } from "./reset";
import { seal } from "./seal";
import { isSecret, newSecret, stepOf, uriOf } from "./totp";

/** The account's app, its recovery codes, and whether staff have asked to take them off. */
export async function readFactor({ db, caller }: Call<typeof readSecondFactor>) {
  const [app] = await db
    .select()
    .from(authenticatorApps)
    .where(eq(authenticatorApps.userId, caller.id));
  return {
    app: app
      ? {
          created_at: app.createdAt.toISOString(),
          last_used_at: app.lastUsedAt?.toISOString() ?? null,
        }
      : null,
    recovery_codes: await codesLeft(db, caller.id),
    reset_at: (await resetOf(db, caller.id))?.toISOString() ?? null,
  };
}

/**
 * (rule account.app) A new secret to show to an app. Nothing of it is stored but a hash, as of any challenge: until its
 * first code comes, it is nobody's.
 */
export async function offerApp(call: Call<typeof appOptions>) {
  const { db, config, caller } = call;
  const now = call.now();
  await takeOne(db, accountLimit("passkey", caller.id), now);
  if (await hasApp(db, caller.id)) fail("second_factor_known");
  const secret = newSecret();
  const bound = { purpose: "app", sessionId: caller.sessionId } as const;
  await newChallenge(db, bound, now, { challenge: secret, minutes: NEW_APP_MINUTES });
  return { secret, uri: uriOf(secret, config.PROGRAMME_NAME, caller.email) };
}

/** Adds the app that has reckoned a right code; its owner is told by mail, and gets recovery codes, once. */
export async function add(call: Call<typeof addApp>) {
  const { db, config, caller, body } = call;
  const now = call.now();
  if (!isSecret(body.secret)) fail("challenge_foreign");
  const step = stepOf(body.secret, body.code.replaceAll(/\s/g, ""), now);
  // Whoever mistypes need not begin again.
  if (step === null) return fail("code_invalid");
  const bound = { purpose: "app", sessionId: caller.sessionId } as const;
  await spendChallenge(db, body.secret, bound, now);
  const codes = await db.transaction(async (tx) => {
    const [added] = await tx
      .insert(authenticatorApps)
      .values({
        userId: caller.id,
        secret: seal(body.secret, caller.id, config),
        lastStep: step,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning({ userId: authenticatorApps.userId });
    if (!added) fail("second_factor_known");
    await afterChange(tx, "app_added", caller, now);
    await markProved(tx, caller.sessionId, { byKey: false, now });
    return newRecoveryCodes(tx, caller.id, now);
  });
  call.wakeMail();
  return { recovery_codes: codes };
}

/** Removes the app and its recovery codes; its owner is told by mail. */
export async function removeOwn(call: Call<typeof removeApp>) {
  const { db, caller } = call;
  const now = call.now();
  await db.transaction(async (tx) => {
    if (!(await dropApp(tx, caller.id))) fail("not_found");
    await afterChange(tx, "app_removed", caller, now);
  });
  call.wakeMail();
}

/** Makes the recovery codes anew; its owner is told by mail. */
export async function renewCodes(call: Call<typeof renewRecoveryCodes>) {
  const { db, caller } = call;
  const now = call.now();
  const codes = await db.transaction(async (tx) => {
    // Locked, so that two windows do not leave twice as many.
    const mine = eq(authenticatorApps.userId, caller.id);
    const [app] = await tx.select().from(authenticatorApps).where(mine).for("update");
    if (!app) fail("not_found");
    await tellOwner(tx, "recovery_codes_renewed", caller.id, now);
    return newRecoveryCodes(tx, caller.id, now);
  });
  call.wakeMail();
  return { recovery_codes: codes };
}

/** The other sessions end, as with another password. */
async function afterChange(
  tx: Executor,
  notice: "app_added" | "app_removed",
  { id, sessionId }: Caller,
  now: Date,
): Promise<void> {
  await endSessions(tx, id, { keep: sessionId, now });
  await tx.update(users).set({ updatedAt: now }).where(eq(users.id, id));
  await tellOwner(tx, notice, id, now);
}
