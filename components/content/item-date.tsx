import { useLocale } from "next-intl";
import { datesIn } from "@/lib/i18n/dates";

/** The day something was published, without the year if it is the current one. */
export function ItemDate({ at, className }: { at: string; className?: string | undefined }) {
  const dates = datesIn(useLocale());
  const date = new Date(at);
  const year = (day: Date) => dates.date(day, { year: "numeric" });
  const thisYear = year(date) === year(new Date());
  return (
    <time dateTime={at} className={className}>
      {dates.date(date, { day: "numeric", month: "long", ...(!thisYear && { year: "numeric" }) })}
    </time>
  );
}
