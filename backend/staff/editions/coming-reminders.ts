import { inArray } from "drizzle-orm";
import { momentKey, momentsFrom } from "../../clock/moments";
import type { Executor } from "../../db/connect";
import { outbox } from "../../db/schema/mail";
import type { Edition } from "../../editions/edition";
import { reminderKind } from "../../editions/reminder-kind";
import { type Pace, paceOf } from "../../evaluations/pace";
import { EVALUATOR_MOMENTS } from "../../evaluations/reminders";
import { plannedToBegin } from "../../project/reminders/begin-reminders";
import { plannedForApplicants } from "../../project/reminders/planned";

/** A reminder that leaves by itself: who and which it is, whatever its deadline, when it is due, and of which edition. */
export type Coming = { name: string; at: Date; of: string };
type Planned = Coming & { until: Date; from: Date; key?: string };
/** How far evaluators have got does not change with a date: it is counted once for several looks. */
export type Paces = Map<string, Pace[]>;

/**
 * The reminders that leave from an instant on if everything stays as it is, of all editions: those whose moment comes,
 * and those that are due and not written yet. A test lets the clock run and compares.
 */
export async function comingReminders(
  db: Executor,
  editions: readonly Edition[],
  now: Date,
  paces: Paces,
): Promise<Coming[]> {
  const planned: Planned[] = [];
  for (const edition of editions) {
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
      ...(await toEvaluators(db, edition, now, paces)),
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

/** When a reminder is written: from its moment on, once its edition is under way. */
function leavesAt(one: Planned, now: Date): Date {
  return new Date(Math.max(dueAt(one).getTime(), now.getTime()));
}

const dueAt = ({ at, from }: Planned) => (at < from ? from : at);

/** Whether an edition that is open at an instant is the current one then: as long as no newer one has opened. */
function isCurrentAt(at: Date, { year }: Edition, editions: readonly Edition[]): boolean {
  return !editions.some((other) => other.year > year && other.opensAt <= at);
}

async function toEvaluators(
  db: Executor,
  edition: Edition,
  now: Date,
  paces: Paces,
): Promise<Planned[]> {
  const deadline = edition.evaluationClosesAt;
  const moments = deadline
    ? momentsFrom(now, deadline, EVALUATOR_MOMENTS, edition.evaluationClosesMovedAt)
    : [];
  if (!deadline || moments.length === 0) return [];
  const from = edition.evaluationOpensAt ?? edition.opensAt;
  const reading = (await readingOf(db, edition, paces)).filter(({ left }) => left > 0);
  return reading.flatMap(({ id }) =>
    moments.map((moment) => ({
      ...{ name: `evaluation ${edition.year} ${id} ${moment.hours}`, at: moment.at },
      ...{ until: moment.until, from, of: edition.id },
      key: momentKey(reminderKind(edition.year), deadline, moment).of(id),
    })),
  );
}

/** Who evaluates an edition and has not closed. */
export async function readingOf(db: Executor, edition: Edition, paces: Paces): Promise<Pace[]> {
  const pace = paces.get(edition.id) ?? (await paceOf(db, edition));
  paces.set(edition.id, pace);
  return pace.filter(({ closed }) => !closed);
}

async function writtenAmong(db: Executor, keys: readonly string[]): Promise<Set<string | null>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .select({ key: outbox.dedupeKey })
    .from(outbox)
    .where(inArray(outbox.dedupeKey, [...keys]));
  return new Set(rows.map(({ key }) => key));
}
