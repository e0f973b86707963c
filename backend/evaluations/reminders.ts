import { and, eq, gt, isNotNull, isNull, notExists, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/connect";
import { users } from "../db/schema/accounts";
import { editions } from "../db/schema/applications";
import { evaluationRecords } from "../db/schema/evaluations";
import type { Dependencies } from "../dependencies";
import { queueMail } from "../mail/outbox";
import { languageOf } from "../users/authenticate";
import { countWork } from "./list-projects";

const HOUR = 3_600_000;
/** Hours before the evaluation's deadline at which a reminder is due: 7 days, 1 day. */
const MOMENTS = [7 * 24, 24] as const;

type Edition = typeof editions.$inferSelect;
type Evaluator = typeof users.$inferSelect;
type Deps = Pick<Dependencies, "db" | "wakeMail">;

/**
 * Reminds evaluators who still have projects to score, once per deadline and moment, and says how
 * many mails were queued. Who has closed, or has nothing left, hears nothing; after an outage only
 * the last moment missed counts. A deadline that is moved has moments of its own.
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
  const moment = deadline && momentAt(deadline, now);
  if (!deadline || !moment) return 0;
  const keyStart = keyOf(edition, deadline, moment);
  const evaluators = await findEvaluators(
    db,
    edition,
    sql`not exists (select 1 from outbox where dedupe_key = ${keyStart} || ${users.id})`,
  );
  let queued = 0;
  for (const user of evaluators) {
    const todo = await countLeft(db, edition, user);
    if (todo === 0) continue;
    const next = MOMENTS[MOMENTS.indexOf(moment) + 1] ?? 0;
    await queueMail(db, {
      template: "evaluation_reminder",
      userId: user.id,
      recipient: user.email,
      language: languageOf(user.language),
      data: {
        first_name: user.firstName,
        todo: String(todo),
        deadline: deadline.toISOString(),
      },
      expiresAt: new Date(deadline.getTime() - next * HOUR),
      dedupeKey: `${keyStart}${user.id}`,
    });
    queued += 1;
  }
  return queued;
}

/**
 * The reminders to come in an edition if everything stays as it is, and the one that is due: for who has
 * not closed and has projects left.
 */
export async function plannedEvaluationReminders(db: Database, edition: Edition, now: Date) {
  const deadline = edition.evaluationClosesAt;
  if (!deadline || deadline <= now) return [];
  const last = momentAt(deadline, now);
  const planned = [];
  for (const user of await findEvaluators(db, edition)) {
    if ((await countLeft(db, edition, user)) === 0) continue;
    for (const moment of MOMENTS) {
      const at = new Date(deadline.getTime() - moment * HOUR);
      if (at <= now && moment !== last) continue;
      const key = keyOf(edition, deadline, moment) + user.id;
      planned.push({ key, at, moment, to: user.email, template: "evaluation_reminder" });
    }
  }
  return planned;
}

/** What the keys of an edition's reminders begin with. */
export const keyStartOf = (year: number) => `evaluation_reminder:${year}:`;

function keyOf({ year }: Edition, deadline: Date, moment: number): string {
  return `${keyStartOf(year)}${deadline.toISOString()}:${moment}:`;
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
    .where(and(users.evaluator, alive, notExists(closed), also));
}

/** Projects that an evaluator has neither scored whole nor recused from. */
async function countLeft(db: Database, edition: Edition, { id }: Evaluator): Promise<number> {
  const counts = await countWork(db, edition.id, id);
  return counts.total - counts.scored - counts.recused;
}

/** The last moment that has passed, in hours before the deadline; null before the first. */
function momentAt(deadline: Date, now: Date): (typeof MOMENTS)[number] | null {
  const left = (deadline.getTime() - now.getTime()) / HOUR;
  return MOMENTS.findLast((hours) => left <= hours) ?? null;
}
