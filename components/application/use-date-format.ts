import { useLocale } from "next-intl";
import { dateFormat } from "@/contract/dates";

/** Dates of this area: written as in the mails and on the public pages. */
export function useDateFormat() {
  const locale = useLocale();
  return {
    dateTime: (at: Date, options: Intl.DateTimeFormatOptions): string =>
      dateFormat(locale, options).format(at),
  };
}
