import { useTranslations } from "next-intl";

/**
 * Returns a function that formats a number of hours before a deadline, in whole days if possible.
 */
export function useHoursBefore() {
  const t = useTranslations("staff.dates.figures");
  return (hours: number): string =>
    hours % 24 === 0 ? t("daysBefore", { count: hours / 24 }) : t("hoursBefore", { count: hours });
}
