import { and, gt, inArray, isNull, or, sql } from "drizzle-orm";
import * as contract from "@/contract/staff/mails";
import { mailPause, outbox } from "../../db/schema/mail";
import type { Call } from "../../http/serve";
import { writeAct } from "../../journal/acts";
import { UNDER_WAY } from "../../mail/mail-state";
import { carryOutAct, type Outcome } from "../carry-out";

const open = and(isNull(outbox.sentAt), isNull(outbox.failedAt));

/** Lets no mail leave, on any node: what is under way ends, and the rest waits. */
export function pauseMails(call: Call<typeof contract.pauseMails>) {
  return carryOutAct(contract.pauseMails, call, async (db, act) => {
    const [row] = await db.insert(mailPause).values({}).onConflictDoNothing().returning();
    if (!row) return nothing("mails_paused_already");
    await writeAct(db, act, { act: "mail.pause", target: {} });
    return whole("mails_paused");
  });
}

/** Lets mails leave again. */
export function resumeMails(call: Call<typeof contract.resumeMails>) {
  return carryOutAct(contract.resumeMails, call, async (db, act) => {
    const [row] = await db.delete(mailPause).returning();
    if (!row) return nothing("mails_not_paused");
    await writeAct(db, act, { act: "mail.resume", target: {} });
    return whole("mails_resumed");
  });
}

/**
 * Makes everything that waits due now; one that a server has in its hands stays as it is, and what of a letter waits for its
 * turn goes on doing so.
 */
export function hurryMails(call: Call<typeof contract.hurryMails>) {
  return carryOutAct(contract.hurryMails, call, async (db, act) => {
    const waiting = db
      .select({ id: outbox.id })
      .from(outbox)
      .where(
        and(
          open,
          sql`${outbox.lastError} is distinct from ${UNDER_WAY}`,
          or(isNull(outbox.letterId), gt(outbox.attempts, 0)),
        ),
      )
      // Of two who hurry at once neither waits for what the other has locked, nor for one that is being sent.
      .for("update", { skipLocked: true });
    await db.update(outbox).set({ nextAttemptAt: sql`now()` }).where(inArray(outbox.id, waiting));
    await writeAct(db, act, { act: "mail.hurry", target: {} });
    return whole("mails_hurried");
  });
}

/** It is done to the outbox as a whole: however many wait in it, some leave meanwhile. */
const whole = (name: string): Outcome => ({ count: 1, to: [], effects: [{ name, count: 1 }] });

const nothing = (name: string): Outcome => ({
  count: 0,
  to: [],
  effects: [],
  against: [{ name, count: 1 }],
});
