import { type RenderResult, render } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import type { ReactElement } from "react";
import type { Locale } from "@/lib/i18n/routing";
import en from "@/messages/en.json";
import it from "@/messages/it.json";

// The Italian file gives the type of both: a test of the catalogues keeps their keys equal.
const MESSAGES: Record<Locale, typeof it> = { it, en: en as unknown as typeof it };

/** A component with the real words of a language around it (Italian unless said). */
export function withWords(ui: ReactElement, locale: Locale = "it"): ReactElement {
  return (
    <NextIntlClientProvider locale={locale} messages={MESSAGES[locale]} timeZone="Europe/Rome">
      {ui}
    </NextIntlClientProvider>
  );
}

/** Renders a component with the real words of a language (Italian unless said). */
export function renderWithWords(ui: ReactElement, locale: Locale = "it"): RenderResult {
  return render(withWords(ui, locale));
}
