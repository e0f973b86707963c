"use client";

import Cookies from "js-cookie";
import { useLocale, useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { LANGUAGE, LANGUAGES, type Language } from "@/contract/languages";
import { LOCALE_COOKIE, LOCALE_COOKIE_MAX_AGE } from "@/lib/i18n/routing";
import { pathFor, placeOf } from "@/lib/routes/path";
import { usePagePath } from "../use-page-path";
import styles from "./language-switch.module.css";

const SECONDS_PER_DAY = 86_400;

/** Remembers the choice for 365 days; written here, in the browser, never by a response. */
function remember(locale: Language) {
  Cookies.set(LOCALE_COOKIE, locale, {
    expires: LOCALE_COOKIE_MAX_AGE / SECONDS_PER_DAY,
    path: "/",
    sameSite: "lax",
    secure: window.location.protocol === "https:",
  });
}

/**
 * it / en: the same place in another language. Plain links (a full load: another language is another
 * document); query and fragment are added when pressed, so that the page can stay prerendered.
 *
 * @param again another of the page's, in a menu: two landmarks of one name would be one too many
 */
export function LanguageSwitch({ again = false }: { again?: boolean }) {
  const t = useTranslations("header");
  const current = useLocale();
  const pathname = usePagePath();
  const Part = again ? "div" : "nav";

  function choose(event: MouseEvent<HTMLAnchorElement>, locale: Language) {
    remember(locale);
    // From the address bar: the 404 page does not know which address it stands for.
    const { pathname: here, search, hash } = window.location;
    event.currentTarget.href = pathFor({ locale, path: placeOf(here).path }) + search + hash;
  }

  return (
    <Part className={styles.switch} role={again ? "group" : undefined} aria-label={t("languages")}>
      {LANGUAGES.map((locale) => (
        <a
          key={locale}
          className={styles.language}
          href={pathFor({ locale, path: pathname })}
          hrefLang={locale}
          lang={locale}
          aria-current={locale === current ? "true" : undefined}
          onClick={(event) => choose(event, locale)}
        >
          {/* The visible letters stay part of the name: who speaks to the page says what is seen. */}
          <span>{locale}</span> <VisuallyHidden>{LANGUAGE[locale].name}</VisuallyHidden>
        </a>
      ))}
    </Part>
  );
}
