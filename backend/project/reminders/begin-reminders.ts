import {
  and,
  asc,
  eq,
  gt,
  isNotNull,
  isNull,
  lte,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { HOUR } from "@/contract/durations";
import { BEGIN_HOURS_MIN } from "@/contract/edition-figures";
import type { Database, Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";
import { outbox } from "../../db/schema/mail";
import type { Dependencies } from "../../dependencies";
import { type Edition, findCurrentEdition } from "../../editions/edition";
import { queueMail } from "../../mail/outbox";
import { momentAt, momentsFrom } from "../../scheduling/moments";

const BATCH = 200;

type Deps = Pick<Dependencies, "db" | "notifyMailWorker">;

/**
 * Queues a reminder to apply for people who have an account but no application. Returns the number of queued emails.
 * Excludes people who are only interested in the Academy, people with a role, closed accounts, and unconfirmed
 * addresses.
 */
export async function queueBeginReminders(
  { db, notifyMailWorker }: Deps,
  now: Date,
): Promise<number> {
  const edition = await findCurrentEdition(db, now);
  if (!edition || now < edition.opensAt) return 0;
  const moment = momentAt(now, edition.closesAt, edition.reminders.begin, edition.closesMovedAt);
  const until = latestFor(edition);
  if (!moment || now >= until) return 0;
  let queued = 0;
  let after: string | null = null;
  for (;;) {
    const due: User[] = await findDue(db, edition, moment.at, after);
    for (const user of due) {
      await queueMail(db, {
        template: "reminder_begin",
        userId: user.id,
        recipient: user.email,
        language: user.language,
        data: { first_name: user.firstName, deadline: edition.closesAt.toISOString() },
        expiresAt: until,
        dedupeKey: keyOf(edition) + user.id,
      });
    }
    queued += due.length;
    after = due.at(-1)?.id ?? null;
    if (due.length < BATCH) break;
  }
  if (queued > 0) notifyMailWorker();
  return queued;
}

/**
 * Returns the prefix of the deduplication keys of the reminders to apply. The prefix contains no deadline, so each
 * person gets the reminder once per edition.
 */
const keyOf = ({ id }: Edition) => `begin:${id}:`;

type User = typeof users.$inferSelect;

function findDue(
  db: Database,
  edition: Edition,
  since: Date,
  after: string | null,
): Promise<User[]> {
  return db
    .select()
    .from(users)
    .where(and(mayBegin(db, edition, since), after ? gt(users.id, after) : undefined))
    .orderBy(asc(users.id))
    .limit(BATCH);
}

/** SQL condition over `users`: the user is due for the reminder to apply and has not received it. */
function mayBegin(db: Executor, edition: Edition, since: Date): SQL | undefined {
  const begun = db
    .select({ one: sql`1` })
    .from(projects)
    .where(and(eq(projects.userId, users.id), eq(projects.editionId, edition.id)));
  return and(
    isNotNull(users.emailConfirmedAt),
    isNull(users.deactivatedAt),
    // Accounts with a role belong to evaluators and staff, who do not apply.
    sql`${users.roles} = '{}'`,
    or(isNull(users.interest), sql`${users.interest} <> 'academy'`),
    // A person who registers after the reminder's time sees the deadline at registration and needs no reminder.
    lte(users.createdAt, since),
    notExists(begun),
    sql`not exists (select 1 from ${outbox} where ${outbox.dedupeKey} = ${keyOf(edition)}::text || ${users.id})`,
  );
}

/**
 * Counts the people who would get the reminder to apply at a given time if none of them starts an application before
 * that time.
 */
export function countToBegin(db: Executor, edition: Edition, now: Date): Promise<number> {
  return db.$count(users, mayBegin(db, edition, now));
}

/**
 * Returns the people who will get the next reminder to apply if no account and no application changes before. `at` is
 * the reminder's time; `until` is the time after which the reminder is no longer sent.
 */
export async function plannedToBegin(db: Executor, edition: Edition, now: Date) {
  const latest = latestFor(edition);
  const [moment] = momentsFrom(
    now,
    edition.closesAt,
    edition.reminders.begin,
    edition.closesMovedAt,
  );
  if (!moment || now >= latest) return [];
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(mayBegin(db, edition, moment.at));
  return rows.map(({ id }) => ({ id, at: moment.at, until: latest }));
}

/** Returns the time after which the reminder to apply is no longer sent. */
const latestFor = ({ closesAt }: Edition) => new Date(closesAt.getTime() - BEGIN_HOURS_MIN * HOUR);
