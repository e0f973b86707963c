import { useTranslations } from "next-intl";
import { DAY, HOUR, MINUTE } from "@/contract/spans";

/** A length of time in words: days and hours, hours and minutes, or minutes. */
export function useSpan(): (from: number, to: number) => string {
  const t = useTranslations("staff.today.span");
  return (from, to) => {
    const length = Math.max(0, to - from);
    const [days, hours, minutes] = [
      Math.floor(length / DAY),
      Math.floor((length % DAY) / HOUR),
      Math.floor((length % HOUR) / MINUTE),
    ];
    if (days > 0) return t("days", { days, hours });
    return hours > 0 ? t("hours", { hours, minutes }) : t("minutes", { minutes });
  };
}
