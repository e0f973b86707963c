import { and, asc, eq, gt, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { missingFields } from "@/contract/progress";
import type { Database, Executor } from "../db/connect";
import { users } from "../db/schema/accounts";
import { projects } from "../db/schema/applications";
import { outbox } from "../db/schema/mail";
import type { Dependencies } from "../dependencies";
import { queueMail } from "../mail/outbox";
import { deadlineFor, type Edition, findCurrentEdition } from "./edition";
import { attachedFiles, lockProject, type StoredProject, toProject } from "./stored-project";

/** Hours before an applicant's deadline at which a reminder is due: 7 days, 1 day, 3 hours. */
export const MOMENTS = [7 * 24, 24, 3] as const;
export const HOUR = 3_600_000;
/** Applications read at a time. */
const BATCH = 200;
/** Milliseconds between two looks. */
const TICK = 60_000;

type Deps = Pick<Dependencies, "db" | "wakeMail">;

/** The last moment that has passed, in hours before the deadline; null before the first and after it. */
export function momentAt(deadline: Date, now: Date): (typeof MOMENTS)[number] | null {
  const left = (deadline.getTime() - now.getTime()) / HOUR;
  if (left <= 0) return null;
  return MOMENTS.findLast((hours) => left <= hours) ?? null;
}

/** A reminder is written once per applicant, deadline and moment, by whichever process comes first. */
export function keyOf(project: StoredProject, deadline: Date, moment: number): string {
  return `reminder:${project.id}:${Math.floor(deadline.getTime() / 1000)}:${moment}`;
}

/**
 * Whose applications of an edition are reminded of, over `projects` joined with `users`: there is
 * something left to send (never sent, or changed since where that is allowed), and an address to write
 * to. When is another matter.
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

/** Which reminder an application gets as it stands. */
export function reminderFor(project: StoredProject, missing: readonly string[]) {
  if (project.sentVersion !== null && project.sentAt) return "reminder_changes" as const;
  return missing.length === 0 ? ("reminder_complete" as const) : ("reminder_incomplete" as const);
}

/**
 * Queues the reminders that are due in the current edition and says how many. An outage shifts
 * nothing: who missed a moment gets the next one only, and the mail says the time that is left then.
 * Nobody is reminded of a moment that had passed before the application was begun.
 */
export async function queueReminders({ db, wakeMail }: Deps, now: Date): Promise<number> {
  const edition = await findCurrentEdition(db, now);
  if (!edition || now < edition.opensAt) return 0;
  let queued = 0;
  let after: string | null = null;
  for (;;) {
    const due: Due[] = await findDue(db, edition, now, after);
    for (const one of due) if (await remind(db, edition, one, now)) queued += 1;
    after = due.at(-1)?.project.id ?? null;
    if (due.length < BATCH) break;
  }
  if (queued > 0) wakeMail();
  return queued;
}

type Due = { project: StoredProject; user: typeof users.$inferSelect };

function findDue(db: Database, edition: Edition, now: Date, after: string | null): Promise<Due[]> {
  const deadline = sql`greatest(${edition.closesAt.toISOString()}::timestamptz, ${projects.extendedUntil})`;
  const left = sql`extract(epoch from ${deadline} - ${now.toISOString()}::timestamptz)`;
  const moment = sql`case ${sql.join(
    MOMENTS.toReversed().map((hours) => sql`when ${left} <= ${hours * 3600} then ${hours}::int`),
    sql` `,
  )} end`;
  const key = sql`'reminder:' || ${projects.id} || ':' || floor(extract(epoch from ${deadline}))::bigint || ':' || ${moment}`;
  return db
    .select({ project: projects, user: users })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.userId))
    .where(
      and(
        mayBeReminded(edition),
        sql`${left} > 0 and ${moment} is not null`,
        sql`${projects.createdAt} <= ${deadline} - make_interval(hours => ${moment})`,
        sql`not exists (select 1 from ${outbox} where ${outbox.dedupeKey} = ${key})`,
        after ? gt(projects.id, after) : undefined,
      ),
    )
    .orderBy(asc(projects.id))
    .limit(BATCH);
}

/** Writes one reminder, under the project's lock: what was sent a moment ago is not reminded of. */
function remind(db: Database, edition: Edition, { user }: Due, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const project = await lockProject(tx, edition.id, user.id);
    if (!project || !(await stillMay(tx, project))) return false;
    const deadline = deadlineFor(edition, project);
    const moment = momentAt(deadline, now);
    if (moment === null) return false;
    const next = MOMENTS[MOMENTS.indexOf(moment) + 1] ?? 0;
    await queueMail(tx, {
      ...(await writeReminder(tx, project, deadline)),
      userId: user.id,
      projectId: project.id,
      recipient: user.email,
      language: user.language === "en" ? "en" : "it",
      // While it waits for a mail server, the next one takes its place.
      expiresAt: new Date(deadline.getTime() - next * HOUR),
      dedupeKey: keyOf(project, deadline, moment),
    });
    return true;

    async function stillMay(db: Executor, { id }: StoredProject): Promise<boolean> {
      const found = await db
        .select({ id: projects.id })
        .from(projects)
        .innerJoin(users, eq(users.id, projects.userId))
        .where(and(eq(projects.id, id), mayBeReminded(edition)));
      return found.length > 0;
    }

    async function writeReminder(db: Executor, project: StoredProject, deadline: Date) {
      const values = toProject(project, await attachedFiles(db, project.id));
      const missing = missingFields(values);
      const data = {
        first_name: user.firstName,
        project: values.nome,
        deadline: deadline.toISOString(),
        missing: missing.join(","),
      };
      const template = reminderFor(project, missing);
      if (template !== "reminder_changes" || !project.sentAt) return { template, data };
      return { template, data: { ...data, sent_at: project.sentAt.toISOString() } };
    }
  });
}

/** Queues what is due at an instant and says how many mails that were. */
type Reminder = (deps: Deps, now: Date) => Promise<number>;

/** Looks every minute, and at once: a restart right before a moment misses nothing. */
export function startReminders(
  deps: Pick<Dependencies, "db" | "log" | "wakeMail">,
  reminders: readonly Reminder[],
): () => void {
  let busy = false;
  async function look() {
    if (busy) return;
    busy = true;
    const failed = (err: unknown) => deps.log.error({ err }, "reminders");
    for (const remind of reminders) await remind(deps, new Date()).catch(failed);
    busy = false;
  }
  void look();
  const timer = setInterval(look, TICK).unref();
  return () => clearInterval(timer);
}
