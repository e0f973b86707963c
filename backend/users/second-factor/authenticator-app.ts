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
import { authenticatorApps } from "../../db/schema/passkeys";
import { fail } from "../../http/failure";
import { accountLimit } from "../../http/limits";
import { takeOne } from "../../http/rate-limit";
import type { Call, Caller } from "../../http/serve";
import { newChallenge, spendChallenge } from "../sessions/passkey-challenges";
import { markReauthenticated } from "../sessions/reauthenticated";
import { dropApp, hasApp } from "../sessions/second-factor-status";
import { endSessions } from "../sessions/sessions";
import { tellOwner } from "./notices";
import { codesLeft, newRecoveryCodes } from "./recovery-codes";
import { resetOf } from "./reset";
import { seal } from "./seal";
import { isSecret, newSecret, stepOf, uriOf } from "./totp";

/** Returns the account's authenticator app, its recovery codes, and a pending second-factor reset, if any. */
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
 * Returns a new secret for an authenticator app, and stores only its hash as a challenge. The app is added only after
 * the user sends the first code. Rule: account.app.
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

/**
 * Adds an authenticator app after a correct code. Mails the owner, and returns the recovery codes, which are shown only
 * once.
 */
export async function add(call: Call<typeof addApp>) {
  const { db, config, caller, body } = call;
  const now = call.now();
  if (!isSecret(body.secret)) fail("challenge_foreign");
  const step = stepOf(body.secret, body.code.replaceAll(/\s/g, ""), now);
  // Check the code before marking the challenge as used. After a mistyped code, the user can then try again with the
  // same secret.
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
    await markReauthenticated(tx, caller.sessionId, { byKey: false, now });
    return newRecoveryCodes(tx, caller.id, now);
  });
  call.notifyMailWorker();
  return { recovery_codes: codes };
}

/** Removes the caller's authenticator app and its recovery codes, and mails the owner. */
export async function removeOwn(call: Call<typeof removeApp>) {
  const { db, caller } = call;
  const now = call.now();
  await db.transaction(async (tx) => {
    if (!(await dropApp(tx, caller.id))) fail("not_found");
    await afterChange(tx, "app_removed", caller, now);
  });
  call.notifyMailWorker();
}

/** Replaces the caller's recovery codes with new ones and mails the owner. */
export async function renewCodes(call: Call<typeof renewRecoveryCodes>) {
  const { db, caller } = call;
  const now = call.now();
  const codes = await db.transaction(async (tx) => {
    // Lock the app's database row, so that two parallel requests cannot create two sets of recovery codes.
    const mine = eq(authenticatorApps.userId, caller.id);
    const [app] = await tx.select().from(authenticatorApps).where(mine).for("update");
    if (!app) fail("not_found");
    await tellOwner(tx, "recovery_codes_renewed", caller.id, now);
    return newRecoveryCodes(tx, caller.id, now);
  });
  call.notifyMailWorker();
  return { recovery_codes: codes };
}

/** Ends the account's other sessions after a change of the second factor, as a password change does. */
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
