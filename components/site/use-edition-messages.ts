import { useLocale } from "next-intl";
import { closingMoment, romeYear } from "@/contract/deadline";
import type { EditionDates } from "@/lib/browser/countdown";
import { datesIn } from "@/lib/i18n/dates";

/** An edition's dates as text: days and times in Rome, in the page's language. */
export interface EditionWords {
  /** The opening date without the year, for example "1º luglio". */
  opens: string;
  /**
   * The opening date for a sentence that continues with the closing date. The opening date includes its year only if
   * the closing date is in another year.
   */
  opensFirst: string;
  /** The opening day and its short month, for example "1", "lug". */
  opensShort: [day: string, month: string];
  /** The last day of the call, with its year if it differs from the edition's year. */
  closes: string;
  closesShort: [day: string, month: string];
  /** The closing time on the last day: "24:00" if the whole day counts. */
  time: string;
}

/**
 * Returns an edition's dates as text. Server components call the function and pass the result to client components,
 * because formatting the first date blocks a phone for 200 ms.
 */
export function useEditionMessages(edition: EditionDates): EditionWords {
  const { date } = datesIn(useLocale());
  const said = (at: Date, isOther: boolean) =>
    date(at, { day: "numeric", month: "long", ...(isOther && { year: "numeric" }) });
  const short = (at: Date): [string, string] => [
    date(at, { day: "numeric" }),
    date(at, { month: "short" }),
  ];
  const opensAt = new Date(edition.opensAt);
  const closesAt = new Date(edition.closesAt);
  const { lastDay, time } = closingMoment(closesAt);
  const year = romeYear(lastDay);
  return {
    opens: said(opensAt, false),
    opensFirst: said(opensAt, romeYear(opensAt) !== year),
    opensShort: short(opensAt),
    closes: said(lastDay, year !== String(edition.year)),
    closesShort: short(lastDay),
    time,
  };
}
