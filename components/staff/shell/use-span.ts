import { useTranslations } from "next-intl";
import { spanOf } from "@/contract/durations";

/**
 * Returns a function that formats a duration: days and hours, hours and minutes, or only minutes.
 */
export function useSpan(): (from: number, to: number) => string {
  const t = useTranslations("staff.today.span");
  return (from, to) => {
    const { days, hours, minutes } = spanOf(to - from);
    if (days > 0) return t("days", { days, hours });
    return hours > 0 ? t("hours", { hours, minutes }) : t("minutes", { minutes });
  };
}
