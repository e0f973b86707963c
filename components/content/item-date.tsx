import { useFormatter } from "next-intl";

/** The day something was published: without its year while it is this year's. */
export function ItemDate({ at, className }: { at: string; className?: string | undefined }) {
  const format = useFormatter();
  const date = new Date(at);
  const year = (day: Date) => format.dateTime(day, { year: "numeric" });
  const thisYear = year(date) === year(new Date());
  return (
    <time dateTime={at} className={className}>
      {format.dateTime(date, {
        day: "numeric",
        month: "long",
        ...(!thisYear && { year: "numeric" }),
      })}
    </time>
  );
}
