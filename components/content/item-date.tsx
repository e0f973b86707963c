import { useLocale } from "next-intl";
import { datesIn } from "@/lib/i18n/dates";

/** Shows an item's publication date with its year, because lists span several years. */
export function ItemDate({ at, className }: { at: string; className?: string | undefined }) {
  const { date } = datesIn(useLocale());
  return (
    <time dateTime={at} className={className}>
      {date(new Date(at), { day: "numeric", month: "long", year: "numeric" })}
    </time>
  );
}
