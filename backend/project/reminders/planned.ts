import { eq, max, sql } from "drizzle-orm";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { projectEvents, projects } from "../../db/schema/applications";
import { outbox } from "../../db/schema/mail";
import { deadlineFor, type Edition } from "../../editions/edition";
import { isOfKind } from "../../mail/outbox";
import { momentKey, momentsFrom } from "../../scheduling/moments";
import { isComplete } from "../complete";
import { KIND, mayBeReminded, reminderFor } from "./reminders";

/**
 * Returns the reminders that `queueReminders` will queue in an edition if no application, account, or deadline changes.
 * `key` is each reminder's deduplication key in the outbox.
 */
export async function plannedForApplicants(db: Executor, edition: Edition, now: Date) {
  // Groups the emails and events of the whole edition once. With thousands of applications, one lookup per application
  // would take three times as long.
  const own = sql`(select ${projects.id} from ${projects} where ${projects.editionId} = ${edition.id})`;
  const written = db
    .select({
      project: outbox.projectId,
      keys: sql<string[]>`array_agg(${outbox.dedupeKey})`.as("keys"),
    })
    .from(outbox)
    .where(sql`${isOfKind(KIND)} and ${outbox.projectId} in ${own}`)
    .groupBy(outbox.projectId)
    .as("written");
  const extended = db
    .select({ project: projectEvents.projectId, at: max(projectEvents.at).as("last") })
    .from(projectEvents)
    .where(sql`${projectEvents.type} = 'extended' and ${projectEvents.projectId} in ${own}`)
    .groupBy(projectEvents.projectId)
    .as("extended");
  const rows = await db
    .select({
      id: projects.id,
      email: users.email,
      extendedUntil: projects.extendedUntil,
      sentVersion: projects.sentVersion,
      sentAt: projects.sentAt,
      complete: isComplete,
      createdAt: projects.createdAt,
      extendedAt: extended.at,
      written: written.keys,
    })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.userId))
    .leftJoin(written, eq(written.project, projects.id))
    .leftJoin(extended, eq(extended.project, projects.id))
    .where(mayBeReminded(edition));
  const momentsOf = eachDeadline((deadline) =>
    momentsFrom(now, deadline, edition.reminders.applicants).map((moment) => ({
      ...{ moment, key: momentKey(KIND, deadline, moment) },
    })),
  );
  return rows.flatMap(({ id, email, createdAt, extendedAt, complete, written, ...project }) => {
    const deadline = deadlineFor(edition, project);
    const template = reminderFor(project, complete);
    // Must equal the SQL expression `knownSince` (reminders.ts): the time since which the applicant has known the
    // deadline.
    const since = latest(createdAt, extendedAt, edition.closesMovedAt);
    return momentsOf(deadline)
      .filter(({ moment }) => since <= moment.at.getTime())
      .flatMap(({ moment, key }) => {
        const isReached =
          moment.at <= now && written?.some((one) => key.isReachedBy(one, id)) === true;
        return isReached ? [] : { ...moment, key: key.of(id), id, to: email, template };
      });
  });
}

function latest(...dates: (Date | null)[]): number {
  return Math.max(...dates.map((date) => date?.getTime() ?? 0));
}

/**
 * Returns a function that caches its value per deadline, because thousands of applications share few
 * deadlines.
 */
function eachDeadline<Value>(of: (deadline: Date) => Value): (deadline: Date) => Value {
  const known = new Map<number, Value>();
  return (deadline) => {
    const value = known.get(deadline.getTime()) ?? of(deadline);
    known.set(deadline.getTime(), value);
    return value;
  };
}
