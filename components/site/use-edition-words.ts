import { useLocale } from "next-intl";
import { closingMoment, romeDay, romeOffset } from "@/contract/deadline";
import type { EditionDates } from "@/lib/browser/countdown";
import { datesIn } from "@/lib/i18n/dates";

/** An edition's dates in words: Rome's days and hours, in the page's language. */
export interface EditionWords {
  /** "1º luglio" */
  opens: string;
  /** The same where the closing day follows in the sentence: with its year, if the two are of different ones. */
  opensFirst: string;
  /** "1", "lug" */
  opensShort: [day: string, month: string];
  /** The last day on which it is open, with its year where that is no longer the edition's. */
  closes: string;
  closesShort: [day: string, month: string];
  /** The hour on that day: "24:00" when the whole of it counts. */
  time: string;
  /** How far Rome is ahead of UTC when it closes, minutes. */
  romeAhead: number;
}

/**
 * For server components, which pass it to those that count down in the browser: there formatting the first
 * date costs a phone a fifth of a second, before it responds to any input.
 */
export function useEditionWords(edition: EditionDates): EditionWords {
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
  const year = romeDay(lastDay).slice(0, 4);
  return {
    opens: said(opensAt, false),
    opensFirst: said(opensAt, romeDay(opensAt).slice(0, 4) !== year),
    opensShort: short(opensAt),
    closes: said(lastDay, year !== String(edition.year)),
    closesShort: short(lastDay),
    time,
    romeAhead: romeOffset(closesAt.getTime()) / 60_000,
  };
}
