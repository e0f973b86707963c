import { useFormatter } from "next-intl";
import { dayInWords } from "@/lib/i18n/day";

/** The day something was published: without its year while it is this year's. */
export function ItemDate({ at, className }: { at: string; className?: string | undefined }) {
  const format = useFormatter();
  const date = new Date(at);
  const year = (day: Date) => format.dateTime(day, { year: "numeric" });
  const thisYear = year(date) === year(new Date());
  return (
    <time dateTime={at} className={className}>
      {dayInWords(format, date, { year: !thisYear })}
    </time>
  );
}
