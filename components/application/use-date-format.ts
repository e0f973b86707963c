import { useLocale, useTranslations } from "next-intl";
import { dateFormat } from "@/contract/dates";
import { PROGRAMME_ZONE } from "@/contract/deadline";
import { useServerNow, useVisitorZone } from "@/lib/browser/server-clock";
import { dated } from "@/lib/i18n/is-elided";

/** Returns date formatters that use the same style as emails and public pages. */
export function useDateFormat() {
  const locale = useLocale();
  return {
    dateTime: (at: Date, options: Intl.DateTimeFormatOptions): string =>
      dateFormat(locale, options).format(at),
  };
}

/**
 * Returns a formatter for a time such as "10:31", with the date if it is not today. Uses Rome's time, like the receipt,
 * and adds the visitor's local time if it differs.
 */
export function useShortTime(): (instant: string) => string {
  const format = useDateFormat();
  const zone = useVisitorZone(PROGRAMME_ZONE);
  const t = useTranslations("project");
  const now = useServerNow();
  return (instant) => {
    const [rome, own] = [timeIn(PROGRAMME_ZONE, instant), timeIn(zone, instant)];
    return rome === own ? rome : t("time.both", { rome, own });
  };

  function timeIn(timeZone: string, instant: string): string {
    const at = new Date(instant);
    const day = (date: Date) => format.dateTime(date, { timeZone, dateStyle: "short" });
    const time = format.dateTime(at, {
      timeZone,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    if (now !== null && day(at) === day(new Date(now))) return t("time.today", { time });
    if (now !== null && day(at) === day(new Date(now - 86_400_000)))
      return t("time.yesterday", { time });
    return t("time.date", {
      ...dated("date", format.dateTime(at, { timeZone, day: "numeric", month: "long" })),
      time,
    });
  }
}
