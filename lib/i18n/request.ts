import "./group-digits";
import { locale as rootLocale } from "next/root-params";
import { getRequestConfig } from "next-intl/server";
import { criteriaWords } from "@/contract/evaluation/criteria";
import { reasonWords } from "@/contract/evaluation/reason-words";
import { languageOf } from "@/contract/languages";
import { fieldNames } from "@/contract/project/field-names";
import { optionWords } from "@/contract/project/option-messages";

/** The programme's time zone. Dates on the site are in Rome time unless a component overrides it. */
const TIME_ZONE = "Europe/Rome";

export default getRequestConfig(async ({ locale: explicit }) => {
  // Read the locale from the URL's first segment instead of setRequestLocale: a layout without that call would silently
  // make every page below it dynamic.
  const asked = explicit ?? (await rootLocale());
  const locale = languageOf(asked);
  const words = (await import(`@/messages/${locale}.json`)).default;
  // Names of fields, options, and criteria are not in the catalogues, because generated documents need them too.
  const messages = {
    ...words,
    fields: fieldNames(locale),
    criteria: criteriaWords(locale),
    reasons: reasonWords(locale),
    options: { ...words.options, ...optionWords(locale) },
  };
  return { locale, messages, timeZone: TIME_ZONE };
});
