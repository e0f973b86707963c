import { eq } from "drizzle-orm";
import { romeDay } from "@/contract/deadline";
import type { Executor } from "../../db/connect";
import { authenticatorApps } from "../../db/schema/passkeys";
import type { Dependencies } from "../../dependencies";
import { fail } from "../../http/failure";
import { accountLimit } from "../../http/limits";
import { checkLimit, forgetLimit, type Limit, takeOne } from "../../http/rate-limit";
import { tellOwner } from "./notices";
import { spendRecoveryCode } from "./recovery-codes";
import { keepFactors } from "./reset";
import { unseal } from "./seal";
import { stepAt, stepOf } from "./totp";

type Deps = Pick<Dependencies, "db" | "config" | "now" | "log" | "notifyMailWorker">;
type Who = {
  userId: string;
  /**
   * The session's id, or the browser that a device cookie identifies. The rate limit counts the account's attempts
   * separately for each of these sessions and browsers. Null if the request has neither a session nor a known browser.
   */
  from: string | null;
};

/**
 * Checks an authenticator code or a recovery code. Runs `work` in the transaction that marks the code as used. Counts
 * the attempt before checking the code, so that parallel attempts cannot exceed the rate limits. Rule: account.codes.
 */
export async function withCode<T>(
  deps: Deps,
  { userId, from }: Who,
  code: string,
  work: (tx: Executor) => Promise<T>,
): Promise<T> {
  const account = from === null ? userId : `${userId} ${from}`;
  const limits = [accountLimit("code", account), accountLimit("code_day", account)];
  const isLast = await countAttempt(deps, limits);
  const result = await deps.db
    .transaction(async (tx) => {
      await acceptCode(tx, deps, userId, code);
      return work(tx);
    })
    .catch(async (error) => {
      if (isLast) await warnOwner(deps, userId);
      throw error;
    });
  for (const limit of limits) await forgetLimit(deps.db, limit);
  deps.notifyMailWorker();
  return result;
}

/**
 * Counts one attempt to enter a code, in each of the given rate limits. Returns whether this attempt is the last that
 * one of the limits allows. Throws if a limit is already used up.
 */
async function countAttempt({ db, now }: Deps, limits: readonly Limit[]): Promise<boolean> {
  for (const limit of limits) await checkLimit(db, limit, now());
  const counts: number[] = [];
  for (const limit of limits) counts.push(await takeOne(db, limit, now()));
  return limits.some(({ max }, n) => counts[n] === max);
}

/**
 * Mails the account's owner, at most once a day, that a person has tried many codes. This person has already passed the
 * first sign-in step or uses an open session.
 */
async function warnOwner({ db, now, notifyMailWorker }: Deps, userId: string): Promise<void> {
  const dedupeKey = `codes_tried:${userId}:${romeDay(now())}`;
  await tellOwner(db, "codes_tried", userId, now(), { dedupeKey });
  notifyMailWorker();
}

async function acceptCode(tx: Executor, { config, now, log }: Deps, userId: string, code: string) {
  const plain = code.replaceAll(/[\s-]/g, "");
  // Lock the authenticator app's database row, so that only one of two parallel requests with the same code succeeds.
  const [app] = await tx
    .select()
    .from(authenticatorApps)
    .where(eq(authenticatorApps.userId, userId))
    .for("update");
  if (!app) return fail("code_invalid");
  if (!/^\d{6}$/.test(plain)) {
    const left = await spendRecoveryCode(tx, userId, code, now());
    await tellOwner(tx, "recovery_code_used", userId, now(), { data: { left: String(left) } });
  } else {
    const secret = unseal(app.secret, userId, config);
    if (secret === null) log.error({ user: userId }, "no TOKEN_SECRET decrypts an app's secret");
    const step = secret === null ? null : stepOf(secret, plain, now());
    if (step === null) return fail("code_invalid");
    // The database stores the 30-second step of the last used code. A step far in the future comes from a wrong server
    // clock. Ignore such a step, because it would block the authenticator app until that time.
    if (step <= app.lastStep && app.lastStep <= stepAt(now()) + 1) fail("code_used");
    await tx
      .update(authenticatorApps)
      .set({ lastStep: step, lastUsedAt: now() })
      .where(eq(authenticatorApps.userId, userId));
  }
  await keepFactors(tx, userId);
}
