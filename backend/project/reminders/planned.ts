import { eq } from "drizzle-orm";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";
import { deadlineFor, type Edition } from "../../editions/edition";
import { momentKey, momentsFrom } from "../../scheduling/moments";
import { isComplete } from "../complete";
import { APPLICANT_MOMENTS, KIND, knownSince, mayBeReminded, reminderFor } from "./reminders";

/**
 * Returns the reminders that `queueReminders` would queue in an edition if nothing changes. `key` is the key
 * that makes each reminder unique in the outbox.
 */
export async function plannedForApplicants(db: Executor, edition: Edition, now: Date) {
  const rows = await db
    .select({
      id: projects.id,
      email: users.email,
      extendedUntil: projects.extendedUntil,
      sentVersion: projects.sentVersion,
      sentAt: projects.sentAt,
      complete: isComplete,
      since: knownSince,
    })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.userId))
    .where(mayBeReminded(edition));
  return rows.flatMap(({ id, email, since, complete, ...project }) => {
    const deadline = deadlineFor(edition, project);
    const template = reminderFor(project, complete);
    return momentsFrom(now, deadline, APPLICANT_MOMENTS)
      .filter(({ at }) => since <= at)
      .map((moment) => {
        const key = momentKey(KIND, deadline, moment).of(id);
        return { ...moment, key, id, to: email, template };
      });
  });
}
