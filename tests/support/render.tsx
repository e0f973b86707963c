import { type RenderResult, render } from "@testing-library/react";
import { type Messages, NextIntlClientProvider } from "next-intl";
import type { ReactElement } from "react";
import { criteriaWords } from "@/contract/evaluation/criteria";
import { reasonWords } from "@/contract/evaluation/reason-words";
import { DEFAULT_LANGUAGE, type Language, loadPerLanguage } from "@/contract/languages";
import { fieldNames } from "@/contract/project/field-names";
import { optionWords } from "@/contract/project/option-messages";

/**
 * The message catalogues of all languages. All have the type of the Italian catalogue, because a test checks that the
 * keys are equal.
 */
export const MESSAGES = await loadPerLanguage<Messages>(async (language) => {
  const words = (await import(`../../messages/${language}.json`)).default;
  return {
    ...words,
    fields: fieldNames(language),
    criteria: criteriaWords(language),
    reasons: reasonWords(language),
    options: { ...words.options, ...optionWords(language) },
  };
});

/** Wraps a component in a provider with a language's real messages (default: Italian). */
export function withWords(ui: ReactElement, locale: Language = DEFAULT_LANGUAGE): ReactElement {
  return (
    <NextIntlClientProvider locale={locale} messages={MESSAGES[locale]} timeZone="Europe/Rome">
      {ui}
    </NextIntlClientProvider>
  );
}

/** Renders a component with a language's real messages (default: Italian). */
export function renderWithWords(
  ui: ReactElement,
  locale: Language = DEFAULT_LANGUAGE,
): RenderResult {
  return render(withWords(ui, locale));
}
