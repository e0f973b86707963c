import { romeDay, romeDayEnd, romeMidnight, romeYear } from "@/contract/deadline";
import type { BackendConfig } from "../../config";
import type { Executor } from "../../db/connect";
import { editions } from "../../db/schema/applications";
import type { Edition } from "../../editions/edition";

/** Number of days that the demo's edition accepts applications, from the day of the seed. */
const OPEN_DAYS = 41;
/**
 * Days from the end of applications to the end of the evaluation period. Past editions evaluated in October and
 * November, which have 61 days.
 */
const EVALUATION_DAYS = 61;
/** Days from the end of the evaluation period to the announcement of the winners. */
const WINNERS_DAYS = 12;
const DAY = 86_400_000;

export type ConfiguredDates = Pick<
  BackendConfig,
  "EDITION_YEAR" | "EDITION_OPENS_ON" | "EDITION_CLOSES_ON"
>;

/**
 * Seeds the editions 2024 (awarded), 2025 (closed), and the current edition. Returns the current edition.
 */
export async function seedEditions(
  db: Executor,
  dates: ConfiguredDates,
  now: Date,
): Promise<Edition> {
  const year = dates.EDITION_YEAR ?? Number(romeYear(now));
  const { from, until } = demoDays(year, dates, now);
  const current = { year, opensAt: romeMidnight(from), closesAt: romeDayEnd(until) };
  const past = [
    pastEdition(2024, { awardedAt: romeMidnight("2024-12-12") }),
    pastEdition(2025, { awardedAt: null }),
  ].filter((edition) => edition.year !== year);
  await db.insert(editions).values(past);
  const [edition] = await db
    .insert(editions)
    .values({ ...current, ...whatFollows(current.closesAt) })
    .returning();
  if (!edition) throw new Error("no current edition");
  return edition;
}

/**
 * Returns the first and last day of the demo's edition. Without configured days, the first day comes from `firstDay`,
 * and the last day is the 41st day, counting today.
 */
export function demoDays(year: number, dates: ConfiguredDates, now: Date) {
  return {
    from: dates.EDITION_OPENS_ON ?? firstDay(year, now),
    until: dates.EDITION_CLOSES_ON ?? daysAfter(romeDay(now), OPEN_DAYS - 1),
  };
}

/**
 * Returns the start and end of the evaluation period, and the day when the winners are announced, for a given
 * application deadline. Keeps the dates of an existing edition (`known`) unless they are too early for the deadline. A
 * date that is null in the existing edition stays null.
 */
export function whatFollows(closesAt: Date, known?: Edition) {
  const opens = known?.evaluationOpensAt ?? null;
  const evaluationClosesAt = notBefore(known, "evaluationClosesAt", closesAt, EVALUATION_DAYS);
  const earliest = evaluationClosesAt ?? closesAt;
  return {
    evaluationOpensAt: opens && opens < closesAt ? closesAt : opens,
    evaluationClosesAt,
    awardedAt: notBefore(known, "awardedAt", earliest, WINNERS_DAYS),
  };
}

function notBefore(
  known: Edition | undefined,
  column: "evaluationClosesAt" | "awardedAt",
  earliest: Date,
  days: number,
): Date | null {
  const at = known?.[column];
  if (at === null || (at && at >= earliest)) return at;
  return romeMidnight(daysAfter(romeDay(earliest), days));
}

/** Returns the dates of a past edition for the demo (rule evaluation.calendar). */
function pastEdition(year: number, { awardedAt }: { awardedAt: Date | null }) {
  return {
    year,
    opensAt: romeMidnight(`${year}-07-01`),
    closesAt: romeDayEnd(`${year}-09-30`),
    evaluationOpensAt: romeMidnight(`${year}-10-01`),
    evaluationClosesAt: romeDayEnd(`${year}-11-30`),
    awardedAt,
  };
}

/**
 * Returns the first day of the demo's edition: 1 July. Before July, returns the day 30 days ago, because the demo must
 * be open.
 */
function firstDay(year: number, now: Date): string {
  const july = `${year}-07-01`;
  return romeMidnight(july) <= now ? july : daysAfter(romeDay(now), -30);
}

/** Returns the day that is `days` after a date. Both dates have the format 2027-07-01. */
export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}
