import { inArray } from "drizzle-orm";
import { type Executor, readTogether } from "../../db/connect";
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
type Planned = Coming & { until: Date; from: Date; key?: string | undefined };
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
    const [applicants, toBegin, evaluators] = await readTogether(db, [
      () => plannedForApplicants(db, edition, now),
      () => plannedToBegin(db, edition, now),
      () => toEvaluators(db, edition, now, progress),
    ]);
    const own = { from: edition.opensAt, of: edition.id };
    // An edition stops being the current one when a newer edition opens.
    const newer = editions.filter(({ year }) => year > edition.year);
    // Thousands of applicants have a reminder, so create one object for each reminder and no other objects.
    const add = (name: string, { at, until, key }: Pick<Planned, "at" | "until" | "key">) => {
      const one = { name, at, until, key, ...own };
      const leaves = leavesAt(one, now);
      if (!newer.some(({ opensAt }) => opensAt.getTime() <= leaves)) planned.push(one);
    };
    for (const one of applicants) add(`reminder ${one.id} ${one.hours}`, one);
    for (const one of toBegin) add(`begin ${edition.id} ${one.id}`, one);
    planned.push(...evaluators);
  }
  const written = await writtenAmong(
    db,
    planned.flatMap(({ key, at }) => (key && at <= now ? key : [])),
  );
  return planned
    .filter((one) => leavesAt(one, now) < one.until.getTime() && !(one.key && written.has(one.key)))
    .map((one) => ({ name: one.name, at: dueAt(one), of: one.of }));
}

/**
 * Returns the time at which a reminder will be queued, in milliseconds since 1970: the latest of its due time, the start
 * of its edition, and now.
 */
function leavesAt({ at, from }: Pick<Planned, "at" | "from">, now: Date): number {
  return Math.max(at.getTime(), from.getTime(), now.getTime());
}

const dueAt = ({ at, from }: Planned) => (at < from ? from : at);

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
