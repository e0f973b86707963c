import { and, eq, gt, isNull, notExists, type SQL, sql } from "drizzle-orm";
import type { Database, Executor } from "../db/connect";
import { IN_CONFIRMED_JURY, users } from "../db/schema/accounts";
import { editions } from "../db/schema/applications";
import { evaluationRecords } from "../db/schema/evaluations";
import { outbox } from "../db/schema/mail";
import type { Dependencies } from "../dependencies";
import { reminderKind } from "../editions/reminder-kind";
import { queueMail } from "../mail/outbox";
import { momentAt, momentKey, momentsFrom } from "../scheduling/moments";
import { conflictsOfInterest } from "./conflicts-of-interest";
import { countWork, readingsLeft } from "./list/list-projects";

/** Hours before the evaluation's deadline at which a reminder is due: 7 days and 1 day. */
export const EVALUATOR_MOMENTS = [7 * 24, 24] as const;

type Edition = typeof editions.$inferSelect;
type Evaluator = typeof users.$inferSelect;
type Deps = Pick<Dependencies, "db" | "notifyMailWorker">;

/**
 * Queues reminders to evaluators with unscored projects, once per deadline and reminder time. Returns the
 * number of queued emails. After an outage, only the last missed reminder is sent. A moved deadline has new
 * reminder times.
 */
export async function queueEvaluationReminders(
  { db, notifyMailWorker }: Deps,
  now: Date,
): Promise<number> {
  const open = await db
    .select()
    .from(editions)
    .where(
      and(
        gt(editions.evaluationClosesAt, now),
        sql`coalesce(${editions.evaluationOpensAt}, ${editions.opensAt}) <= ${now.toISOString()}::timestamptz`,
      ),
    );
  let queued = 0;
  for (const edition of open) queued += await remindAll(db, edition, now);
  if (queued > 0) notifyMailWorker();
  return queued;
}

async function remindAll(db: Database, edition: Edition, now: Date): Promise<number> {
  const deadline = edition.evaluationClosesAt;
  const moment =
    deadline && momentAt(now, deadline, EVALUATOR_MOMENTS, edition.evaluationClosesMovedAt);
  if (!deadline || !moment) return 0;
  const key = momentKey(reminderKind(edition.year), deadline, moment);
  const evaluators = await findEvaluators(
    db,
    edition,
    sql`not exists (select 1 from ${outbox} where ${outbox.dedupeKey} = ${key.ofColumn(users.id)})`,
  );
  let queued = 0;
  for (const user of evaluators) {
    const todo = await countLeft(db, edition, user);
    if (todo === 0) continue;
    await queueMail(db, {
      ...reminderOf(user, todo, deadline),
      expiresAt: moment.until,
      dedupeKey: key.of(user.id),
    });
    queued += 1;
  }
  return queued;
}

/**
 * Returns the due reminder and the future reminders of an edition if nothing changes, for evaluators who have
 * not closed and have projects left.
 */
export async function plannedEvaluationReminders(db: Database, edition: Edition, now: Date) {
  const deadline = edition.evaluationClosesAt;
  if (!deadline) return [];
  const planned = [];
  for (const user of await findEvaluators(db, edition)) {
    if ((await countLeft(db, edition, user)) === 0) continue;
    for (const moment of momentsFrom(
      now,
      deadline,
      EVALUATOR_MOMENTS,
      edition.evaluationClosesMovedAt,
    )) {
      const key = momentKey(reminderKind(edition.year), deadline, moment).of(user.id);
      planned.push({ ...moment, key, to: user.email, template: "evaluation_reminder" });
    }
  }
  return planned;
}

/** Returns the evaluators who have not closed in this edition. */
function findEvaluators(db: Database, edition: Edition, also?: SQL): Promise<Evaluator[]> {
  const closed = db
    .select({ one: sql`1` })
    .from(evaluationRecords)
    .where(
      and(
        eq(evaluationRecords.editionId, edition.id),
        eq(evaluationRecords.evaluatorId, users.id),
        isNull(evaluationRecords.reopenedAt),
      ),
    );
  return db
    .select()
    .from(users)
    .where(and(IN_CONFIRMED_JURY, notExists(closed), also));
}

/** Returns the content of a reminder to an evaluator. */
export function reminderOf(user: Evaluator, todo: number, deadline: Date) {
  return {
    template: "evaluation_reminder",
    userId: user.id,
    recipient: user.email,
    language: user.language,
    data: { first_name: user.firstName, todo: String(todo), deadline: deadline.toISOString() },
  } as const;
}

/** Counts the projects that an evaluator has neither fully scored nor is recused from. */
export async function countLeft(
  db: Executor,
  edition: Edition,
  evaluator: Evaluator,
): Promise<number> {
  const conflicts = await conflictsOfInterest(db, evaluator, edition.id);
  return readingsLeft(await countWork(db, edition.id, evaluator.id, conflicts));
}
