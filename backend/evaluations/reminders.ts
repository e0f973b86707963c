import { and, eq, gt, isNotNull, isNull, notExists, sql } from "drizzle-orm";
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
  const keyStart = `evaluation_reminder:${edition.year}:${deadline.toISOString()}:${moment}:`;
  const evaluators = await db
    .select()
    .from(users)
    .where(
      and(
        users.evaluator,
        isNull(users.deactivatedAt),
        isNotNull(users.emailConfirmedAt),
        notExists(closed),
        sql`not exists (select 1 from outbox where dedupe_key = ${keyStart} || ${users.id})`,
      ),
    );
  let queued = 0;
  for (const user of evaluators) {
    const counts = await countWork(db, edition.id, user.id);
    const todo = counts.total - counts.scored - counts.recused;
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

/** The last moment that has passed, in hours before the deadline; null before the first. */
function momentAt(deadline: Date, now: Date): (typeof MOMENTS)[number] | null {
  const left = (deadline.getTime() - now.getTime()) / HOUR;
  return MOMENTS.findLast((hours) => left <= hours) ?? null;
}
