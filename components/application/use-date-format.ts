import { useLocale } from "next-intl";
import { LANGUAGE } from "@/contract/languages";

/** Dates of this area: written as in the mails and on the public pages. */
export function useDateFormat() {
  const { region } = LANGUAGE[useLocale()];
  return {
    dateTime: (at: Date, options: Intl.DateTimeFormatOptions): string =>
      new Intl.DateTimeFormat(region, options).format(at),
  };
}
