import { eq } from "drizzle-orm";
import { romeDay, romeDayEnd, romeMidnight, romeTime, romeYear } from "@/contract/deadline";
import type { Database } from "../../db/connect";
import { editions } from "../../db/schema/applications";
import { configureEdition } from "../../editions/administer-editions";
import { closedByCommand } from "../../editions/closed-by-command";
import { type Edition, findCurrentEdition } from "../../editions/edition";
import { type ConfiguredDates, demoDays, whatFollows } from "./editions";

const NAMES = ["EDITION_YEAR", "EDITION_OPENS_ON", "EDITION_CLOSES_ON"] as const;

/**
 * Applies the edition dates of the configuration at each start and writes the changes to the audit log. An edition that
 * a command closed stays closed until a command opens it again. For such an edition, returns a sentence that says who
 * closed it; otherwise returns null.
 */
export async function holdConfiguredDates(
  db: Database,
  dates: ConfiguredDates,
  now: Date,
): Promise<string | null> {
  const names = NAMES.filter((name) => dates[name] !== undefined).join(", ");
  if (!names) return null;
  const year =
    dates.EDITION_YEAR ?? (await findCurrentEdition(db, now))?.year ?? Number(thisYear(now));
  const [known] = await db.select().from(editions).where(eq(editions.year, year));
  const closed = known && (await closedByCommand(db, known.id));
  if (closed) {
    return `${names} did not change edition ${year}: ${closed.actor ?? closed.by} closed it on ${romeTime(closed.at)}, Rome time ("${closed.reason}").`;
  }
  const days = known ? daysOf(known, dates) : demoDays(year, dates, now);
  const closesAt = romeDayEnd(days.until);
  const same =
    known?.opensAt.getTime() === romeMidnight(days.from).getTime() &&
    known.closesAt.getTime() === closesAt.getTime();
  if (same) return null;
  const act = { level: "configuration", actor: "", reason: names, now } as const;
  await configureEdition(db, year, days, whatFollows(closesAt, known), act);
  return null;
}

/** Returns the first and last day of an edition. Configured days replace the edition's current days. */
function daysOf({ opensAt, closesAt }: Edition, dates: ConfiguredDates) {
  return {
    from: dates.EDITION_OPENS_ON ?? romeDay(opensAt),
    until: dates.EDITION_CLOSES_ON ?? romeDay(new Date(closesAt.getTime() - 1)),
  };
}

function thisYear(now: Date): string {
  return romeYear(now);
}
