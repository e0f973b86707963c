import { eq } from "drizzle-orm";
import { romeDay } from "@/contract/deadline";
import type { Executor } from "../../db/connect";
import { authenticatorApps } from "../../db/schema/keys";
import type { Dependencies } from "../../dependencies";
import { fail } from "../../http/failure";
import { accountLimit } from "../../http/limits";
import { checkLimit, forgetLimit, type Limit, takeOne } from "../../http/rate-limit";
import { tellOwner } from "./notices";
import { spendRecoveryCode } from "./recovery-codes";
import { keepFactors } from "./reset";
import { unseal } from "./seal";
import { stepAt, stepOf } from "./totp";

type Deps = Pick<Dependencies, "db" | "config" | "now" | "log" | "wakeMail">;
type Who = {
  userId: string;
  /** What else the attempts are counted by: the session, or the browser that the account knows. */
  from: string | null;
};

/**
 * (rule account.codes) Does `work` in the transaction that uses up a code of the app, or a recovery code. The attempt is
 * counted before it is looked at, so that however many come at once, no more are looked at than the limits allow.
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
  deps.wakeMail();
  return result;
}

/** Counts one by each limit; whether it is the last that one of them allows. */
async function countAttempt({ db, now }: Deps, limits: readonly Limit[]): Promise<boolean> {
  for (const limit of limits) await checkLimit(db, limit, now());
  const counts: number[] = [];
  for (const limit of limits) counts.push(await takeOne(db, limit, now()));
  return limits.some(({ max }, n) => counts[n] === max);
}

/** Whoever tries this often has the password: its owner is told, once a day. */
async function warnOwner({ db, now, wakeMail }: Deps, userId: string): Promise<void> {
  const dedupeKey = `codes_tried:${userId}:${romeDay(now())}`;
  await tellOwner(db, "codes_tried", userId, now(), { dedupeKey });
  wakeMail();
}

async function acceptCode(tx: Executor, { config, now, log }: Deps, userId: string, code: string) {
  const plain = code.replaceAll(/[\s-]/g, "");
  // Locked, so that of two windows that hand in the same code one has it.
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
    if (secret === null) log.error({ user: userId }, "no TOKEN_SECRET opens an app's secret");
    const step = secret === null ? null : stepOf(secret, plain, now());
    if (step === null) return fail("code_invalid");
    // A step that has not come yet was accepted by a clock that was ahead: it would lock the app out until then.
    if (step <= app.lastStep && app.lastStep <= stepAt(now()) + 1) fail("code_used");
    await tx
      .update(authenticatorApps)
      .set({ lastStep: step, lastUsedAt: now() })
      .where(eq(authenticatorApps.userId, userId));
  }
  await keepFactors(tx, userId);
}
