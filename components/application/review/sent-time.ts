import { useTranslations } from "next-intl";
import { PROGRAMME_ZONE } from "@/contract/deadline";
import { useDateFormat } from "../use-date-format";

/**
 * Returns a formatter for the time of sending. Like the receipt, it uses the programme's time zone. It formats to the
 * minute.
 */
export function useSentTime(): (instant: string) => string {
  const format = useDateFormat();
  const t = useTranslations("project.time");
  return (instant) => {
    const at = new Date(instant);
    const timeZone = PROGRAMME_ZONE;
    return t("rome", {
      date: format.dateTime(at, { timeZone, day: "numeric", month: "long", year: "numeric" }),
      time: format.dateTime(at, { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
    });
  };
}
