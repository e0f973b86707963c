import { locale as rootLocale } from "next/root-params";
import { hasLocale } from "next-intl";
import { getRequestConfig } from "next-intl/server";
import { routing } from "./routing";

/** The programme's zone: every date on the site is Rome time unless a component says otherwise. */
const TIME_ZONE = "Europe/Rome";

export default getRequestConfig(async ({ locale: explicit }) => {
  // From the URL's first segment, not from setRequestLocale: one layout that forgets it would
  // silently make every page below dynamic.
  const asked = explicit ?? (await rootLocale());
  const locale = hasLocale(routing.locales, asked) ? asked : routing.defaultLocale;
  const messages = (await import(`@/messages/${locale}.json`)).default;
  return { locale, messages, timeZone: TIME_ZONE };
});
