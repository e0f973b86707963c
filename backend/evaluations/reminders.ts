import { and, eq, notExists, type SQL, sql } from "drizzle-orm";
import type { Database, Executor } from "../db/connect";
import { users } from "../db/schema/accounts";
import { editions } from "../db/schema/applications";
import { evaluationRecords } from "../db/schema/evaluations";
import { outbox } from "../db/schema/mail";
import type { Dependencies } from "../dependencies";
import { reminderKind } from "../editions/reminder-kind";
import { type Round, readRounds } from "../editions/rounds";
import { isOfKind, queueMail } from "../mail/outbox";
import { momentAt, momentKey, momentsFrom } from "../scheduling/moments";
import { conflictsOfInterest } from "./conflicts-of-interest";
import { countWork, readingsLeft } from "./list/list-projects";
import { roundInMail } from "./own-rounds";
import { closedIn, confirmedJuryOf } from "./round";

type Evaluator = typeof users.$inferSelect;
type Deps = Pick<Dependencies, "db" | "notifyMailWorker">;

/**
 * Queues reminders to evaluators with unscored projects, once per deadline and reminder time. Returns the number of
 * queued emails. After an outage, only the last missed reminder is sent. A new deadline has new reminder times.
 */
export async function queueEvaluationReminders(
  { db, notifyMailWorker }: Deps,
  now: Date,
): Promise<number> {
  let queued = 0;
  for (const edition of await db.select().from(editions)) {
    for (const round of await readRounds(db, edition)) {
      if (isReminding(round, now)) queued += await remindAll(db, round, now);
    }
  }
  if (queued > 0) notifyMailWorker();
  return queued;
}

/**
 * Reports whether evaluators can get reminders: the round has begun, its end date is in the future, staff have not
 * closed it, and no later round that uses its results has opened.
 */
function isReminding({ edition, number, ...round }: Round, now: Date): boolean {
  const { closesAt, openedAt, closedAt, isRead } = round;
  const begins = number === 1 ? (round.opensAt ?? edition.opensAt) : openedAt;
  const isOver = closesAt === null || closesAt <= now || closedAt !== null || isRead;
  return begins !== null && begins <= now && !isOver;
}

async function remindAll(db: Database, round: Round, now: Date): Promise<number> {
  const { edition, closesAt: deadline } = round;
  const moment =
    deadline && momentAt(now, deadline, edition.reminders.evaluators, reminderBase(round));
  if (!deadline || !moment) return 0;
  const key = momentKey(reminderKind(edition.year, round.number), deadline, moment);
  const evaluators = await findEvaluators(
    db,
    round,
    sql`not exists (select 1 from ${outbox} where ${outbox.userId} = ${users.id}
      and ${key.isReached(outbox.dedupeKey, users.id)})`,
  );
  let queued = 0;
  for (const user of evaluators) {
    const todo = await countLeft(db, round, user);
    if (todo === 0) continue;
    await queueMail(db, {
      ...reminderOf(user, round, todo, deadline),
      expiresAt: moment.until,
      dedupeKey: key.of(user.id),
    });
    queued += 1;
  }
  return queued;
}

/**
 * Returns the planned reminders of a round, and reminders that are due but not queued yet. Only evaluators with an open
 * evaluation and unscored projects get these reminders.
 */
export async function plannedEvaluationReminders(db: Database, round: Round, now: Date) {
  const { edition, closesAt: deadline } = round;
  if (!deadline) return [];
  const planned = [];
  const written = await writtenReminders(db, round);
  for (const user of await findEvaluators(db, round)) {
    if ((await countLeft(db, round, user)) === 0) continue;
    for (const moment of momentsFrom(
      now,
      deadline,
      edition.reminders.evaluators,
      reminderBase(round),
    )) {
      const key = momentKey(reminderKind(edition.year, round.number), deadline, moment);
      if (moment.at <= now && written.some((one) => key.isReachedBy(one, user.id))) continue;
      const to = { to: user.email, template: "evaluation_reminder" };
      planned.push({ ...moment, key: key.of(user.id), ...to });
    }
  }
  return planned;
}

/** Returns the outbox keys of a round's reminders to evaluators. */
export async function writtenReminders(
  db: Executor,
  { edition, number }: Round,
): Promise<string[]> {
  const rows = await db
    .select({ key: outbox.dedupeKey })
    .from(outbox)
    .where(isOfKind(reminderKind(edition.year, number)));
  return rows.flatMap(({ key }) => key ?? []);
}

/** Returns the evaluators of a round who have not closed their evaluation. */
function findEvaluators(db: Database, round: Round, also?: SQL): Promise<Evaluator[]> {
  const closed = db
    .select({ one: sql`1` })
    .from(evaluationRecords)
    .where(and(closedIn(round), eq(evaluationRecords.evaluatorId, users.id)));
  return db
    .select()
    .from(users)
    .where(and(confirmedJuryOf(round), notExists(closed), also));
}

/**
 * Returns the time at which the end of the first round was last moved. Reminders that were due before this time are not
 * sent. Null for later rounds: moving the end of a later round deletes its reminders and queues them again.
 */
export function reminderBase({ edition, number }: Round): Date | null {
  return number === 1 ? edition.evaluationClosesMovedAt : null;
}

/** Returns the template, recipient, and values of a reminder to an evaluator. */
export function reminderOf(user: Evaluator, round: Round, todo: number, deadline: Date) {
  return {
    template: "evaluation_reminder",
    userId: user.id,
    recipient: user.email,
    language: user.language,
    data: {
      first_name: user.firstName,
      todo: String(todo),
      deadline: deadline.toISOString(),
      ...roundInMail(round, user.language),
    },
  } as const;
}

/** Counts the projects that an evaluator has neither fully scored nor been recused from. */
export async function countLeft(db: Executor, round: Round, evaluator: Evaluator): Promise<number> {
  const conflicts = await conflictsOfInterest(db, evaluator, round.editionId);
  return readingsLeft(await countWork(db, round, evaluator.id, conflicts));
}
