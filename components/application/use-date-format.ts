import { useLocale } from "next-intl";

/** Dates of this area: day first in both languages, as in the mails and on the public pages. */
export function useDateFormat() {
  const locale = useLocale() === "en" ? "en-GB" : "it-IT";
  return {
    dateTime: (at: Date, options: Intl.DateTimeFormatOptions): string =>
      new Intl.DateTimeFormat(locale, options).format(at),
  };
}
