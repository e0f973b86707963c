import "./group-digits";
import { locale as rootLocale } from "next/root-params";
import { getRequestConfig } from "next-intl/server";
import { criteriaWords } from "@/contract/evaluation/criteria";
import { reasonWords } from "@/contract/evaluation/reason-words";
import { languageOf } from "@/contract/languages";
import { fieldNames } from "@/contract/project/field-names";
import { optionWords } from "@/contract/project/option-messages";

/** Time zone of the programme. Dates on the site are in Rome's time unless a component uses another zone. */
const TIME_ZONE = "Europe/Rome";

export default getRequestConfig(async ({ locale: explicit }) => {
  // The locale comes from the URL's first segment, not from setRequestLocale. A layout that forgets to call
  // setRequestLocale would make every page below it dynamic without an error.
  const asked = explicit ?? (await rootLocale());
  const locale = languageOf(asked);
  const words = (await import(`@/messages/${locale}.json`)).default;
  // Add the names of fields, criteria, reasons, and options from the contract. The message catalogues do not contain
  // these names, because generated documents need them too.
  const messages = {
    ...words,
    fields: fieldNames(locale),
    criteria: criteriaWords(locale),
    reasons: reasonWords(locale),
    options: { ...words.options, ...optionWords(locale) },
  };
  return { locale, messages, timeZone: TIME_ZONE };
});
