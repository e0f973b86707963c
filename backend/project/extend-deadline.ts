import { and, eq, isNotNull } from "drizzle-orm";
import { romeDayEnd, romeInstant } from "@/contract/deadline";
import { type ActionContext, appendAuditEntry, editionTarget } from "../audit-log/entries";
import { RuleViolation } from "../audit-log/rule-violation";
import type { Database, Executor } from "../db/connect";
import { users } from "../db/schema/accounts";
import { projects } from "../db/schema/applications";
import { decisions } from "../db/schema/evaluations";
import { outbox } from "../db/schema/mail";
import { currentEdition, type Edition } from "../editions/edition";
import { REMINDERS } from "../mail/messages";
import { dropReminders, queueMail } from "../mail/outbox";
import { untilWords } from "../scheduling/say-dates";
import { lockOrCreateProject } from "./stored-project";
import { recordEvent } from "./timeline";

/**
 * Extends one applicant's deadline in the current edition to the end of a day in Rome, or to a given time on that day.
 */
export function extendDeadline(
  db: Database,
  email: string,
  until: string,
  context: ActionContext,
): Promise<Date> {
  return db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.email, email));
    if (!user) throw new RuleViolation(`There is no account with ${email}.`);
    const edition = await currentEdition(tx, context.now);
    const at = extensionEnd(until);
    requireExtension(edition, at, context.now);
    await requireUndecided(tx, edition);
    const project = await lockOrCreateProject(tx, edition.id, user.id, context.now);
    if (project.extendedUntil?.getTime() === at.getTime()) {
      throw new RuleViolation(`${email} already has time ${untilWords(at)}.`, "not_later");
    }
    await dropReminders(tx, { projectId: project.id }, [...REMINDERS, "deadline_extended"]);
    await tx.update(projects).set({ extendedUntil: at }).where(eq(projects.id, project.id));
    await recordEvent(tx, project.id, "extended", context.now, { until: at.toISOString() });
    await appendAuditEntry(tx, context, {
      ...about(edition, user),
      act: "edition.extend",
      data: { until },
    });
    await queueMail(tx, {
      template: "deadline_extended",
      userId: user.id,
      projectId: project.id,
      recipient: user.email,
      language: user.language,
      data: { first_name: user.firstName, deadline: at.toISOString() },
      expiresAt: at,
    });
    return at;
  });
}

/** Returns the last instant of a deadline extension: the end of a day in Rome, or a given time on that day. */
export const extensionEnd = (until: string): Date =>
  until.includes("T") ? romeInstant(until) : romeDayEnd(until);

/** Returns the target of an audit entry about one applicant in an edition. */
const about = (edition: Edition, user: { id: string }) => ({
  target: { ...editionTarget(edition), user: user.id },
});

/**
 * Rejects a deadline extension that is in the past or ends no later than the general deadline. Such a date is a typing
 * error, and the applicant would get an email about it.
 */
function requireExtension({ year, closesAt }: Edition, at: Date, now: Date): void {
  if (at <= now) {
    throw new RuleViolation(
      `An extension ${untilWords(at)} would already be over: it must end in the future.`,
      "not_later",
    );
  }
  if (at <= closesAt) {
    throw new RuleViolation(
      `Edition ${year} is open to all applicants ${untilWords(closesAt)}: an extension must end later than that.`,
      "not_later",
    );
  }
}

/**
 * Rejects a deadline extension after decisions were released, because a late application could not take part in the
 * selection (rule staff.on-purpose).
 */
async function requireUndecided(tx: Executor, { id, year }: Edition): Promise<void> {
  const told = and(eq(decisions.editionId, id), isNotNull(decisions.releaseId));
  if ((await tx.$count(decisions, told)) > 0) {
    throw new RuleViolation(
      `The selection of ${year} has been announced: an application sent now could not take part in it.`,
      "announced",
    );
  }
}

/**
 * Revokes a deadline extension, so that the general deadline applies. Notifies the applicant if the email about the
 * extension was sent. Throws if the applicant sent the application during the extension.
 */
export function revokeExtension(
  db: Database,
  email: string,
  context: ActionContext,
): Promise<{ deadline: Date; told: boolean }> {
  return db.transaction(async (tx) => {
    const edition = await currentEdition(tx, context.now);
    const [found] = await tx
      .select({ project: projects, user: users })
      .from(projects)
      .innerJoin(users, eq(users.id, projects.userId))
      .where(and(eq(users.email, email), eq(projects.editionId, edition.id)))
      .for("update");
    if (!found?.project.extendedUntil) {
      throw new RuleViolation(`${email} has no extension in ${edition.year}.`, "no_extension");
    }
    const { project, user } = found;
    const deadline = edition.closesAt;
    if (project.sentAt && project.sentAt > deadline) {
      throw new RuleViolation(
        `${email} has sent the application during the extension: it cannot be revoked.`,
        "sent_in_extra_time",
      );
    }
    const mine = { projectId: project.id };
    await dropReminders(tx, mine, [...REMINDERS, "deadline_extended"]);
    await tx.update(projects).set({ extendedUntil: null }).where(eq(projects.id, project.id));
    await recordEvent(tx, project.id, "extended", context.now, {
      until: deadline.toISOString(),
      back: true,
    });
    await appendAuditEntry(tx, context, { ...about(edition, user), act: "edition.unextend" });
    const left = and(
      eq(outbox.projectId, project.id),
      eq(outbox.template, "deadline_extended"),
      isNotNull(outbox.sentAt),
    );
    const told = (await tx.$count(outbox, left)) > 0;
    if (told) {
      await queueMail(tx, {
        template: "deadline_restored",
        userId: user.id,
        ...mine,
        recipient: user.email,
        language: user.language,
        data: { first_name: user.firstName, deadline: deadline.toISOString() },
      });
    }
    return { deadline, told };
  });
}
