import { useLocale } from "next-intl";
import { dateFormat } from "@/contract/dates";

/** Returns date formatters with the same style as mails and public pages. */
export function useDateFormat() {
  const locale = useLocale();
  return {
    dateTime: (at: Date, options: Intl.DateTimeFormatOptions): string =>
      dateFormat(locale, options).format(at),
  };
}
