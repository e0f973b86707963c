import { eq } from "drizzle-orm";
import { romeDayEnd, romeInstant, romeTime } from "@/contract/deadline";
import type { Database } from "../db/connect";
import { users } from "../db/schema/accounts";
import { projects } from "../db/schema/applications";
import { type Act, EditionError, logChange } from "../editions/administer-editions";
import { currentEdition, type Edition } from "../editions/edition";
import { dropReminders, queueMail } from "../mail/outbox";
import { REMINDERS } from "../mail/words";
import { lockOrCreateProject } from "./stored-project";
import { recordEvent } from "./timeline";

/** Moves one applicant's deadline in the current edition to the end of a Rome day, or to an hour of it. */
export function extendDeadline(
  db: Database,
  email: string,
  until: string,
  act: Act,
): Promise<Date> {
  return db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.email, email));
    if (!user) throw new EditionError(`There is no account with ${email}.`);
    const edition = await currentEdition(tx, act.now);
    const at = until.includes("T") ? romeInstant(until) : romeDayEnd(until);
    requireExtension(edition, at, act.now);
    const project = await lockOrCreateProject(tx, edition.id, user.id, act.now);
    await dropReminders(tx, { projectId: project.id }, [...REMINDERS, "deadline_extended"]);
    await tx.update(projects).set({ extendedUntil: at }).where(eq(projects.id, project.id));
    await recordEvent(tx, project.id, "extended", act.now, { until: at.toISOString() });
    await logChange(tx, edition, "extend", act, { email, until });
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

/**
 * An extension gives time: one that has ended already, or ends no later than everybody's deadline, is a
 * slip of the person who typed it, and the applicant would get a mail about it.
 */
function requireExtension({ year, closesAt }: Edition, at: Date, now: Date): void {
  if (at <= now) {
    throw new EditionError(
      `${romeTime(at)}, Rome time, has passed already: an extension has to end in the future.`,
    );
  }
  if (at <= closesAt) {
    throw new EditionError(
      `Edition ${year} is open to everybody until ${romeTime(closesAt)}, Rome time: an extension has to end later than that.`,
    );
  }
}
