import { and, eq, gt, isNotNull, isNull, notExists, type SQL, sql } from "drizzle-orm";
import { momentAt, momentKey, momentsFrom } from "../clock/moments";
import type { Database, Executor } from "../db/connect";
import { hasRole, users } from "../db/schema/accounts";
import { editions } from "../db/schema/applications";
import { evaluationRecords } from "../db/schema/evaluations";
import { outbox } from "../db/schema/mail";
import type { Dependencies } from "../dependencies";
import { reminderKind } from "../editions/reminder-kind";
import { queueMail } from "../mail/outbox";
import { conflictsOf } from "./conflicts";
import { countWork } from "./list/list-projects";

/** Hours before the evaluation's deadline at which a reminder is due: 7 days, 1 day. */
export const EVALUATOR_MOMENTS = [7 * 24, 24] as const;

type Edition = typeof editions.$inferSelect;
type Evaluator = typeof users.$inferSelect;
type Deps = Pick<Dependencies, "db" | "wakeMail">;

/**
 * Reminds evaluators who still have projects to score, once per deadline and moment, and returns how
 * many mails were queued. Anyone who has closed, or has nothing left, hears nothing; after an outage only
 * the last missed moment counts. A deadline that is moved gets new moments.
 */
export async function queueEvaluationReminders({ db, wakeMail }: Deps, now: Date): Promise<number> {
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
  if (queued > 0) wakeMail();
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
 * The reminders to come in an edition if everything stays as it is, and the one that is due: for anyone who has
 * not closed and has projects left.
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

/** Who evaluates and has not closed this edition. */
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
  const alive = and(isNull(users.deactivatedAt), isNotNull(users.emailConfirmedAt));
  return db
    .select()
    .from(users)
    .where(and(hasRole("evaluator"), alive, notExists(closed), also));
}

/** What an evaluator is reminded of. */
export function reminderOf(user: Evaluator, todo: number, deadline: Date) {
  return {
    template: "evaluation_reminder",
    userId: user.id,
    recipient: user.email,
    language: user.language,
    data: { first_name: user.firstName, todo: String(todo), deadline: deadline.toISOString() },
  } as const;
}

/** Projects that an evaluator has neither fully scored nor been recused from. */
export async function countLeft(
  db: Executor,
  edition: Edition,
  evaluator: Evaluator,
): Promise<number> {
  const conflicts = await conflictsOf(db, evaluator, edition.id);
  const counts = await countWork(db, edition.id, evaluator.id, conflicts);
  return counts.total - counts.scored - counts.recused;
}
