import { eq, sql } from "drizzle-orm";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";
import { outbox } from "../../db/schema/mail";
import { deadlineFor, type Edition } from "../../editions/edition";
import { isOfKind } from "../../mail/outbox";
import { momentKey, momentsFrom } from "../../scheduling/moments";
import { isComplete } from "../complete";
import { KIND, knownSince, mayBeReminded, reminderFor } from "./reminders";

/**
 * Returns the reminders that `queueReminders` would queue in an edition if nothing changes. `key` is each reminder's
 * deduplication key in the outbox.
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
      written: sql<string[]>`array(select ${outbox.dedupeKey} from ${outbox}
        where ${outbox.projectId} = ${projects.id} and ${isOfKind(KIND)})`,
    })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.userId))
    .where(mayBeReminded(edition));
  return rows.flatMap(({ id, email, since, complete, written, ...project }) => {
    const deadline = deadlineFor(edition, project);
    const template = reminderFor(project, complete);
    return momentsFrom(now, deadline, edition.reminders.applicants)
      .filter(({ at }) => since <= at)
      .flatMap((moment) => {
        const key = momentKey(KIND, deadline, moment);
        const isReached = moment.at <= now && written.some((one) => key.isReachedBy(one, id));
        return isReached ? [] : { ...moment, key: key.of(id), id, to: email, template };
      });
  });
}
