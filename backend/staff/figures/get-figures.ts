import { and, eq, sql } from "drizzle-orm";
import { romeDay } from "@/contract/deadline";
import { DAY } from "@/contract/durations";
import { REQUEST_KINDS, type RequestKind } from "@/contract/staff/data-requests";
import type { getFigures as contract, Figures } from "@/contract/staff/figures";
import { type Executor, readTogether } from "../../db/connect";
import { dataRequests } from "../../db/schema/accounts";
import { submissions } from "../../db/schema/applications";
import type { Edition } from "../../editions/edition";
import type { Round } from "../../editions/rounds";
import { readableStages } from "../../evaluations/close/ranking-access";
import { canSeeReadings, fewReadingsNow } from "../../evaluations/reading-progress";
import type { Call } from "../../http/serve";
import { dueDay } from "../../users/data-requests";
import { isReceivedIn } from "../people/list-data-requests";
import { roundAsked, stripAnswer } from "../shown-round";
import { daysFrom, editionBefore, lastDay, type PerDay, perDay, sum } from "../today/days";
import { countAnswers } from "./count-answers";

/**
 * Returns the statistics of an edition compared to the previous edition. Contains counts only, never names or scores.
 */
export async function getFigures({ db, query, arrivedAt }: Call<typeof contract>) {
  return figuresOf(db, await roundAsked(db, query, arrivedAt), arrivedAt);
}

/** Returns the statistics of an edition, including how many evaluators read each project in a round. */
export async function figuresOf(db: Executor, round: Round, now: Date): Promise<Figures> {
  const { edition } = round;
  const former = await editionBefore(db, edition);
  // Run the queries in parallel, because each of them reads all rows.
  const [theirs, mine, readings, requests, readable] = await readTogether(db, [
    () => (former ? perDay(db, former) : new Map<number, PerDay>()),
    () => perDay(db, edition),
    () => readingsOf(db, round, now),
    () => requestsOf(db, edition.year, now),
    () => readableStages(db, edition),
  ]);
  // If this database has no data of the previous edition, that edition ran in another system. The counts of that
  // edition are unknown, not 0.
  const before = former && theirs.size > 0 ? former : null;
  const { answers, stages } = await countAnswers(
    db,
    { id: edition.id, before: before?.id ?? null },
    readable,
  );
  const left = daysFrom(now, lastDay(edition));
  return {
    edition: edition.year,
    ...(await stripAnswer(db, round, now)),
    before: before?.year ?? null,
    sent: await countSent(db, edition),
    sent_before: before ? await countSent(db, before) : 0,
    days: daysOf(edition, mine, theirs, left),
    total: pick(sum(mine, left)),
    total_before: pick(sum(theirs, left)),
    answers,
    stages,
    readings,
    requests,
  };
}

const countSent = (db: Executor, { id }: Edition) =>
  db.$count(submissions, and(eq(submissions.editionId, id), submissions.current));

const NONE = { begun: 0, sent: 0 };
const pick = ({ begun, sent }: PerDay) => ({ begun, sent });

/** Maximum number of days that the chart of a call for applications shows. */
const DAYS_MAX = 120;

/** Returns the day in Rome that is a number of days before the last day of an edition. */
const dayBefore = (edition: Edition, days: number) =>
  new Date(Date.parse(romeDay(lastDay(edition))) - days * DAY).toISOString().slice(0, 10);

/** Returns one chart row for each day from the opening of applications to today, or to the last day. */
function daysOf(
  edition: Edition,
  mine: ReadonlyMap<number, PerDay>,
  theirs: ReadonlyMap<number, PerDay>,
  left: number,
): Figures["days"] {
  const first = Math.min(DAYS_MAX, daysFrom(edition.opensAt, lastDay(edition)));
  const last = Math.max(0, left);
  return Array.from({ length: Math.max(0, first - last + 1) }, (_, index) => {
    const at = first - index;
    return {
      left: at,
      day: dayBefore(edition, at),
      now: pick(mine.get(at) ?? { ...NONE, complete: 0 }),
      before: pick(theirs.get(at) ?? { ...NONE, complete: 0 }),
    };
  });
}

async function readingsOf(db: Executor, round: Round, now: Date): Promise<Figures["readings"]> {
  const { readings, wanted, count, state } = await fewReadingsNow(db, round, now);
  const rows = (await canSeeReadings(db, round)) ? readings : null;
  return { rows, wanted, below: count, normal: state === "normal" };
}

type Answered = {
  kind: RequestKind | null;
  count: number;
  answered: number;
  late: number;
  median: number | null;
};

/** Returns how many data requests of a year were answered, and how long the answers took. */
async function requestsOf(db: Executor, year: number, now: Date): Promise<Figures["requests"]> {
  const { answeredOn, receivedOn, kind } = dataRequests;
  const { rows } = await db.execute<Answered>(sql`
    select ${kind} as kind, count(*)::int as count, count(${answeredOn})::int as answered,
      (count(*) filter (where coalesce(${answeredOn}, ${romeDay(now)}::date) > ${dueDay}))::int as late,
      percentile_cont(0.5) within group (order by ${answeredOn} - ${receivedOn}) as median
    from ${dataRequests}
    where ${isReceivedIn(year)}
    group by grouping sets ((${kind}), ())`);
  const all = rows.find((row) => row.kind === null);
  return {
    answered: all?.answered ?? 0,
    open: (all?.count ?? 0) - (all?.answered ?? 0),
    late: all?.late ?? 0,
    median_days: all?.median ?? null,
    kinds: REQUEST_KINDS.map((name) => {
      const own = rows.find((row) => row.kind === name);
      return { kind: name, count: own?.count ?? 0, median_days: own?.median ?? null };
    }),
  };
}
