import { and, asc, eq, gt, isNotNull, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { missingFields } from "@/contract/project/progress";
import type { Database, Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { editions, projectEvents, projects } from "../../db/schema/applications";
import { outbox } from "../../db/schema/mail";
import type { Dependencies } from "../../dependencies";
import { deadlineFor, type Edition, findCurrentEdition } from "../../editions/edition";
import { queueMail } from "../../mail/outbox";
import { type Moment, momentAt, momentKey } from "../../scheduling/moments";
import { attachedFiles, lockProject, type StoredProject, toProject } from "../stored-project";

/** Prefix of the deduplication keys of applicants' reminders in the outbox. */
export const KIND = "reminder";
/** Number of applications read in one query. */
const BATCH = 200;

type Deps = Pick<Dependencies, "db" | "notifyMailWorker">;

/**
 * SQL condition over `projects` joined with `users`: the application has unsent content that can still be sent, and the
 * applicant's email address is confirmed. The condition ignores whether a reminder is due.
 */
export function mayBeReminded(edition: Edition): SQL | undefined {
  const changed =
    edition.afterSending === "locked" ? undefined : ne(projects.sentVersion, projects.version);
  return and(
    eq(projects.editionId, edition.id),
    isNull(projects.withdrawnAt),
    or(isNull(projects.sentVersion), changed),
    isNull(users.deactivatedAt),
    isNotNull(users.emailConfirmedAt),
  );
}

/**
 * SQL expression over `projects`: the time since which an applicant has known the deadline. This is the latest of three
 * times: the start of the application, the extension of its deadline, and a change of the general deadline. Reminders
 * that were due before this time are skipped.
 */
const knownSince = sql`greatest(${projects.createdAt}, (
  select max(${projectEvents.at}) from ${projectEvents}
  where ${projectEvents.projectId} = ${projects.id} and ${projectEvents.type} = 'extended'
), (select ${editions.closesMovedAt} from ${editions} where ${editions.id} = ${projects.editionId}))`.mapWith(
  projects.createdAt,
);

/** Returns the reminder template for the current state of an application. */
export function reminderFor(
  project: Pick<StoredProject, "sentVersion" | "sentAt">,
  isComplete: boolean,
) {
  if (project.sentVersion !== null && project.sentAt) return "reminder_changes" as const;
  return isComplete ? ("reminder_complete" as const) : ("reminder_incomplete" as const);
}

/**
 * Queues the reminders due in the current edition. Returns their number. After an outage, an applicant gets only the
 * latest due reminder.
 */
export async function queueReminders({ db, notifyMailWorker }: Deps, now: Date): Promise<number> {
  const edition = await findCurrentEdition(db, now);
  if (!edition || now < edition.opensAt) return 0;
  let queued = 0;
  for (const deadline of await findDeadlines(db, edition)) {
    const moment = momentAt(now, deadline, edition.reminders.applicants);
    if (moment) queued += await remindAll(db, edition, deadline, moment, now);
  }
  if (queued > 0) notifyMailWorker();
  return queued;
}

/** Returns the different deadlines of the applications that get reminders, including extended deadlines. */
async function findDeadlines(db: Database, edition: Edition): Promise<Date[]> {
  const rows = await db
    .selectDistinct({ extendedUntil: projects.extendedUntil })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.userId))
    .where(mayBeReminded(edition));
  const times = new Set(rows.map((row) => deadlineFor(edition, row).getTime()));
  return [...times].map((time) => new Date(time));
}

/** Queues the reminders for one deadline. Returns the number of queued reminders. */
async function remindAll(
  db: Database,
  edition: Edition,
  deadline: Date,
  moment: Moment,
  now: Date,
): Promise<number> {
  let queued = 0;
  let after: string | null = null;
  for (;;) {
    const due: Due[] = await findDue(db, edition, deadline, moment, after);
    for (const { user } of due) if (await remind(db, edition, user, now)) queued += 1;
    after = due.at(-1)?.projectId ?? null;
    if (due.length < BATCH) return queued;
  }
}

type User = typeof users.$inferSelect;
type Due = { projectId: string; user: User };

function findDue(
  db: Database,
  edition: Edition,
  deadline: Date,
  moment: Moment,
  after: string | null,
): Promise<Due[]> {
  const own = sql`greatest(${edition.closesAt.toISOString()}::timestamptz, ${projects.extendedUntil})`;
  const key = momentKey(KIND, deadline, moment);
  return db
    .select({ projectId: projects.id, user: users })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.userId))
    .where(
      and(
        mayBeReminded(edition),
        sql`${own} = ${deadline.toISOString()}::timestamptz`,
        lte(knownSince, moment.at.toISOString()),
        sql`not exists (select 1 from ${outbox} where ${outbox.projectId} = ${projects.id}
          and ${key.isReached(outbox.dedupeKey, projects.id)})`,
        after ? gt(projects.id, after) : undefined,
      ),
    )
    .orderBy(asc(projects.id))
    .limit(BATCH);
}

/**
 * Locks the application's row while queueing one reminder, so that an applicant who has just sent the application gets
 * no reminder.
 */
function remind(db: Database, edition: Edition, user: User, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const project = await lockProject(tx, edition.id, user.id);
    if (!project || !(await stillMay(tx, edition, project))) return false;
    const deadline = deadlineFor(edition, project);
    const moment = momentAt(now, deadline, edition.reminders.applicants);
    if (!moment) return false;
    await queueMail(tx, {
      ...(await writeReminder(tx, project, user, deadline)),
      // An unsent reminder expires when the next reminder is due.
      expiresAt: moment.until,
      dedupeKey: momentKey(KIND, deadline, moment).of(project.id),
    });
    return true;
  });
}

/**
 * Reports whether the application can still get a reminder: it has unsent content, and the applicant's email address is
 * confirmed.
 */
export async function stillMay(
  db: Executor,
  edition: Edition,
  { id }: StoredProject,
): Promise<boolean> {
  const found = await db
    .select({ id: projects.id })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.userId))
    .where(and(eq(projects.id, id), mayBeReminded(edition)));
  return found.length > 0;
}

/** Returns the reminder for the current state of an application, with recipient, template, and data. */
export async function writeReminder(
  db: Executor,
  project: StoredProject,
  user: User,
  deadline: Date,
) {
  const values = toProject(project, await attachedFiles(db, project.id));
  const missing = missingFields(values);
  const template = reminderFor(project, missing.length === 0);
  return {
    template,
    userId: user.id,
    projectId: project.id,
    recipient: user.email,
    language: user.language,
    data: {
      first_name: user.firstName,
      project: values.nome,
      deadline: deadline.toISOString(),
      missing: missing.join(","),
      ...(template === "reminder_changes" &&
        project.sentAt && { sent_at: project.sentAt.toISOString() }),
    },
  };
}
