import { eq } from "drizzle-orm";
import { isPastDeadline, romeDay } from "@/contract/deadline";
import { type ActionContext, appendAuditEntry, editionTarget } from "../audit-log/entries";
import { RuleViolation } from "../audit-log/rule-violation";
import type { Database } from "../db/connect";
import type { users } from "../db/schema/accounts";
import { outbox } from "../db/schema/mail";
import { staffReminderKind } from "../editions/reminder-kind";
import type { Round } from "../editions/rounds";
import { queueMail } from "../mail/outbox";
import { findEvaluationRecord, lockWork } from "./closing";
import { countLeft, reminderOf } from "./reminders";

/**
 * Sends an evaluator a reminder about unscored projects on behalf of staff, in addition to the scheduled reminders.
 * Allows one such reminder per day. Refuses outside the evaluation period, and if the evaluator has closed the
 * evaluation or has no project left.
 */
export function remindEvaluatorNow(
  db: Database,
  round: Round,
  user: typeof users.$inferSelect,
  context: ActionContext,
): Promise<void> {
  return db.transaction(async (tx) => {
    await lockWork(tx, round, user.id);
    const { edition, opensAt: opens, closesAt: deadline } = round;
    const isOpen = deadline && (opens ?? edition.opensAt) <= context.now;
    const hasClosed = await findEvaluationRecord(tx, round, user.id);
    const todo = hasClosed ? 0 : await countLeft(tx, round, user);
    if (!isOpen || isPastDeadline(deadline, context.now, 0) || todo === 0) {
      throw new RuleViolation(`${user.email} has nothing left to read.`, "nothing_to_read");
    }
    const dedupeKey = `${staffReminderKind(edition.id, round.number)}:${user.id}:${romeDay(context.now)}`;
    if ((await tx.$count(outbox, eq(outbox.dedupeKey, dedupeKey))) > 0) {
      throw new RuleViolation(`${user.email} has been reminded today.`, "reminded_today");
    }
    await queueMail(tx, {
      ...reminderOf(user, round, todo, deadline),
      expiresAt: deadline,
      dedupeKey,
    });
    const target = { ...editionTarget(edition), user: user.id };
    await appendAuditEntry(tx, context, {
      act: "evaluation.remind",
      target,
      ...(round.number > 1 && { data: { round: String(round.number) } }),
    });
  });
}
