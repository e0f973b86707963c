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
import { HOUR } from "@/contract/spans";
import { momentAt, momentsFrom } from "../../clock/moments";
import type { Database, Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";
import { outbox } from "../../db/schema/mail";
import type { Dependencies } from "../../dependencies";
import { type Edition, findCurrentEdition } from "../../editions/edition";
import { queueMail } from "../../mail/outbox";

/** Hours before the edition's deadline: once, with a week to go, while there is time to begin and finish. */
export const BEGIN_MOMENTS = [7 * 24] as const;
/** The reminder says how much time is left, so it does not leave later than this many hours before. */
const LATEST = 2 * 24;
const BATCH = 200;

type Deps = Pick<Dependencies, "db" | "wakeMail">;

/**
 * Queues a reminder for everybody who opened an account and never began an application, and says how many:
 * not for who is here for the Academy alone, for evaluators, nor for an account that is closed or whose address
 * nobody has confirmed.
 */
export async function queueBeginReminders({ db, wakeMail }: Deps, now: Date): Promise<number> {
  const edition = await findCurrentEdition(db, now);
  if (!edition || now < edition.opensAt) return 0;
  const moment = momentAt(now, edition.closesAt, BEGIN_MOMENTS, edition.closesMovedAt);
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
  if (queued > 0) wakeMail();
  return queued;
}

/** Once in an edition, even if its deadline moves: what the keys of these reminders begin with. */
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

/** Who would be reminded at an instant, and has not been. */
function mayBegin(db: Executor, edition: Edition, since: Date): SQL | undefined {
  const begun = db
    .select({ one: sql`1` })
    .from(projects)
    .where(and(eq(projects.userId, users.id), eq(projects.editionId, edition.id)));
  return and(
    isNotNull(users.emailConfirmedAt),
    isNull(users.deactivatedAt),
    eq(users.evaluator, false),
    or(isNull(users.interest), sql`${users.interest} <> 'academy'`),
    // Whoever registers later knows the deadline from the start.
    lte(users.createdAt, since),
    notExists(begun),
    sql`not exists (select 1 from ${outbox} where ${outbox.dedupeKey} = ${keyOf(edition)}::text || ${users.id})`,
  );
}

/** How many that are here at an instant would be reminded to begin, if none of them does meanwhile. */
export function countToBegin(db: Executor, edition: Edition, now: Date): Promise<number> {
  return db.$count(users, mayBegin(db, edition, now));
}

/** Who would be reminded to begin, and when, if everything stays as it is. */
export async function plannedToBegin(db: Executor, edition: Edition, now: Date) {
  const latest = latestFor(edition);
  const [moment] = momentsFrom(now, edition.closesAt, BEGIN_MOMENTS, edition.closesMovedAt);
  if (!moment || now >= latest) return [];
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(mayBegin(db, edition, moment.at));
  return rows.map(({ id }) => ({ id, at: moment.at, until: latest }));
}

/** From then on it is too late to begin. */
const latestFor = ({ closesAt }: Edition) => new Date(closesAt.getTime() - LATEST * HOUR);
