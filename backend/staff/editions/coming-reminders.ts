import { inArray } from "drizzle-orm";
import type { Executor } from "../../db/connect";
import { outbox } from "../../db/schema/mail";
import type { Edition } from "../../editions/edition";
import { reminderKind } from "../../editions/reminder-kind";
import { type Round, readRounds } from "../../editions/rounds";
import { type ReadingProgress, readingProgress } from "../../evaluations/reading-progress";
import { reminderBase, writtenReminders } from "../../evaluations/reminders";
import { plannedToBegin } from "../../project/reminders/begin-reminders";
import { plannedForApplicants } from "../../project/reminders/planned";
import { momentKey, momentsFrom } from "../../scheduling/moments";

/**
 * An automatic reminder that is not sent yet. `name` identifies the recipient and the reminder, independent of the
 * deadline; `at` is the due time; `of` is the edition's id.
 */
export type Coming = { name: string; at: Date; of: string };
type Planned = Coming & { until: Date; from: Date; key?: string };
/**
 * Cache of the evaluators' reading progress by round. The preview calculates the reminders twice: before and after a
 * change of dates. The change does not affect the progress, so both calculations use this cache.
 */
export type ProgressByRound = Map<string, ReadingProgress[]>;

/**
 * Returns the reminders of all editions that will be sent after `now` if nothing changes: future reminders, and due
 * reminders that are not queued yet. A test compares the result with a run of the scheduler.
 *
 * @param editions all editions, because a newer edition ends the reminders of an older one
 * @param of the editions whose reminders are returned
 */
export async function comingReminders(
  db: Executor,
  editions: readonly Edition[],
  now: Date,
  progress: ProgressByRound,
  of: readonly Edition[] = editions,
): Promise<Coming[]> {
  const planned: Planned[] = [];
  for (const edition of of) {
    const applicants = [
      ...(await plannedForApplicants(db, edition, now)).map(({ id, hours, ...one }) => ({
        ...one,
        name: `reminder ${id} ${hours}`,
      })),
      ...(await plannedToBegin(db, edition, now)).map(({ id, ...one }) => ({
        ...one,
        name: `begin ${edition.id} ${id}`,
      })),
    ].map((one) => ({ ...one, from: edition.opensAt, of: edition.id }));
    planned.push(
      ...applicants.filter((one) => isCurrentAt(leavesAt(one, now), edition, editions)),
      ...(await toEvaluators(db, edition, now, progress)),
    );
  }
  const written = await writtenAmong(
    db,
    planned.flatMap(({ key, at }) => (key && at <= now ? key : [])),
  );
  return planned
    .filter((one) => leavesAt(one, now) < one.until && !(one.key && written.has(one.key)))
    .map((one) => ({ name: one.name, at: dueAt(one), of: one.of }));
}

/**
 * Returns the time at which a reminder will be queued. This is the latest of three times: its due time, the start of
 * its edition, and now.
 */
function leavesAt(one: Planned, now: Date): Date {
  return new Date(Math.max(dueAt(one).getTime(), now.getTime()));
}

const dueAt = ({ at, from }: Planned) => (at < from ? from : at);

/** Reports whether an edition is the current one at a given time: no newer edition has opened before that time. */
function isCurrentAt(at: Date, { year }: Edition, editions: readonly Edition[]): boolean {
  return !editions.some((other) => other.year > year && other.opensAt <= at);
}

async function toEvaluators(
  db: Executor,
  edition: Edition,
  now: Date,
  progress: ProgressByRound,
): Promise<Planned[]> {
  const all = await readRounds(db, edition);
  return (await Promise.all(all.map((round) => toEvaluatorsOf(db, round, now, progress)))).flat();
}

async function toEvaluatorsOf(
  db: Executor,
  round: Round,
  now: Date,
  progress: ProgressByRound,
): Promise<Planned[]> {
  const { edition, number, closesAt: deadline } = round;
  const isOver = round.closedAt !== null || round.isRead;
  const moments =
    deadline && !isOver
      ? momentsFrom(now, deadline, edition.reminders.evaluators, reminderBase(round))
      : [];
  if (!deadline || moments.length === 0) return [];
  const from = round.openedAt ?? round.opensAt ?? edition.opensAt;
  const reading = (await readingOf(db, round, progress)).filter(({ left }) => left > 0);
  const written = await writtenReminders(db, round);
  const name = `${edition.year}${number === 1 ? "" : `-${number}`}`;
  return reading.flatMap(({ id }) =>
    moments.flatMap((moment) => {
      const key = momentKey(reminderKind(edition.year, number), deadline, moment);
      if (moment.at <= now && written.some((one) => key.isReachedBy(one, id))) return [];
      return {
        ...{ name: `evaluation ${name} ${id} ${moment.hours}`, at: moment.at },
        ...{ until: moment.until, from, of: edition.id, key: key.of(id) },
      };
    }),
  );
}

/** Returns the reading progress of the evaluators of a round who have not closed their evaluation. */
export async function readingOf(
  db: Executor,
  round: Round,
  known: ProgressByRound,
): Promise<ReadingProgress[]> {
  const key = `${round.editionId} ${round.number}`;
  const progress = known.get(key) ?? (await readingProgress(db, round));
  known.set(key, progress);
  return progress.filter(({ closed }) => !closed);
}

async function writtenAmong(db: Executor, keys: readonly string[]): Promise<Set<string | null>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .select({ key: outbox.dedupeKey })
    .from(outbox)
    .where(inArray(outbox.dedupeKey, [...keys]));
  return new Set(rows.map(({ key }) => key));
}
