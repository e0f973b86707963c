import { eq } from "drizzle-orm";
import { romeDay, romeDayEnd, romeMidnight } from "@/contract/deadline";
import type { BackendConfig } from "../../config";
import type { Executor } from "../../db/connect";
import { editions } from "../../db/schema/applications";
import { findCurrentEdition } from "../../project/edition";

/** Days for which the demo's current edition stays open from a start that finds it over. */
const OPEN_DAYS = 41;
/** Days from the end of applications to the end of evaluation: October and November. */
const EVALUATION_DAYS = 61;
/** Days from there to the winners: "winners in December". */
const WINNERS_DAYS = 12;
const DAY = 86_400_000;

export type Edition = typeof editions.$inferSelect;

type Dates = Pick<BackendConfig, "EDITION_YEAR" | "EDITION_OPENS_ON" | "EDITION_CLOSES_ON">;

/**
 * The editions 2024 (awarded) and 2025 (closed), and the current one. Configured dates always
 * hold; without them a current edition that is over is opened again. Returns the current one.
 */
export async function ensureEditions(db: Executor, dates: Dates, now: Date): Promise<Edition> {
  await db
    .insert(editions)
    .values([
      pastEdition(2024, { awardedAt: romeMidnight("2024-12-12") }),
      pastEdition(2025, { awardedAt: null }),
    ])
    .onConflictDoNothing();
  const current = await findCurrentEdition(db, now);
  const today = romeDay(now);
  const started = current && current.year > 2025 ? current.year : Number(today.slice(0, 4));
  const year = dates.EDITION_YEAR ?? started;
  const [known] = await db.select().from(editions).where(eq(editions.year, year));
  const opensAt = dates.EDITION_OPENS_ON
    ? romeMidnight(dates.EDITION_OPENS_ON)
    : (known?.opensAt ?? firstOfJuly(year, now));
  const closesAt = dates.EDITION_CLOSES_ON
    ? romeDayEnd(dates.EDITION_CLOSES_ON)
    : known && known.closesAt > now
      ? known.closesAt
      : romeDayEnd(daysAfter(today, OPEN_DAYS - 1));
  // What staff set by command stays, as long as the deadline it belongs to does.
  const kept = known?.closesAt.getTime() === closesAt.getTime() ? known : null;
  const evaluationClosesAt = kept?.evaluationClosesAt ?? romeDaysAfter(closesAt, EVALUATION_DAYS);
  const awardedAt = kept?.awardedAt ?? romeDaysAfter(evaluationClosesAt, WINNERS_DAYS);
  const values = { opensAt, closesAt, evaluationClosesAt, awardedAt };
  const [edition] = await db
    .insert(editions)
    .values({ year, ...values })
    .onConflictDoUpdate({ target: editions.year, set: values })
    .returning();
  if (!edition) throw new Error("no current edition");
  return edition;
}

/** "Call opens 1 July, closes 30 September, evaluation October–November" (specification part 4). */
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

/** 1 July; before July the demo opens a month ago, because a demo has to be open. */
function firstOfJuly(year: number, now: Date): Date {
  const july = romeMidnight(`${year}-07-01`);
  return july <= now ? july : romeMidnight(daysAfter(romeDay(now), -30));
}

/** The Rome midnight so many days after another one, whatever the clocks do in between. */
function romeDaysAfter(midnight: Date, days: number): Date {
  return romeMidnight(daysAfter(romeDay(midnight), days));
}

function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}
