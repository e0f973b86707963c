import { eq } from "drizzle-orm";
import { romeDay } from "@/contract/deadline";
import { type ActionContext, appendAuditEntry, editionTarget } from "../../audit-log/entries";
import { RuleViolation } from "../../audit-log/rule-violation";
import type { Database } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { outbox } from "../../db/schema/mail";
import { currentEdition, deadlineFor } from "../../editions/edition";
import { queueMail } from "../../mail/outbox";
import { lockProject } from "../stored-project";
import { stillMay, writeReminder } from "./reminders";

/**
 * Reminds an applicant of unsent content at the request of staff, in addition to the scheduled reminders. Allows one
 * such reminder per day. Refuses if the application was just sent or can no longer be sent.
 */
export function remindNow(db: Database, userId: string, context: ActionContext): Promise<void> {
  return db.transaction(async (tx) => {
    const edition = await currentEdition(tx, context.now);
    const project = await lockProject(tx, edition.id, userId);
    const [user] = await tx.select().from(users).where(eq(users.id, userId));
    const deadline = deadlineFor(edition, project);
    const isOpen = context.now >= edition.opensAt && context.now < deadline;
    if (!project || !user || !isOpen || !(await stillMay(tx, edition, project))) {
      throw new RuleViolation("There is nothing left to send.", "nothing_to_send");
    }
    const dedupeKey = `reminder-now:${project.id}:${romeDay(context.now)}`;
    if ((await tx.$count(outbox, eq(outbox.dedupeKey, dedupeKey))) > 0) {
      throw new RuleViolation(`${user.email} has been reminded today.`, "reminded_today");
    }
    await queueMail(tx, {
      ...(await writeReminder(tx, project, user, deadline)),
      expiresAt: deadline,
      dedupeKey,
    });
    const target = { ...editionTarget(edition), user: user.id };
    await appendAuditEntry(tx, context, { act: "application.remind", target });
  });
}
