import { locale as rootLocale } from "next/root-params";
import { getRequestConfig } from "next-intl/server";
import { criteriaWords } from "@/contract/evaluation/criteria";
import { languageOf } from "@/contract/languages";
import { fieldNames } from "@/contract/project/field-names";
import { optionWords } from "@/contract/project/option-words";

/** The programme's time zone: every date on the site is Rome time unless a component says otherwise. */
const TIME_ZONE = "Europe/Rome";

export default getRequestConfig(async ({ locale: explicit }) => {
  // From the URL's first segment, not from setRequestLocale: one layout that forgets it would
  // silently make every page below dynamic.
  const asked = explicit ?? (await rootLocale());
  const locale = languageOf(asked);
  const words = (await import(`@/messages/${locale}.json`)).default;
  // What the application's fields and their options are called, and by what it is judged, papers have to know
  // as well.
  const messages = {
    ...words,
    fields: fieldNames(locale),
    criteria: criteriaWords(locale),
    options: { ...words.options, ...optionWords(locale) },
  };
  return { locale, messages, timeZone: TIME_ZONE };
});
