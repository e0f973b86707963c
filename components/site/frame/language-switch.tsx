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

/**
 * Stores the user's language for 365 days. The browser writes this cookie, because a Set-Cookie header in responses
 * would prevent shared caching.
 */
function remember(locale: Language) {
  Cookies.set(LOCALE_COOKIE, locale, {
    expires: LOCALE_COOKIE_MAX_AGE / SECONDS_PER_DAY,
    path: "/",
    sameSite: "lax",
    secure: window.location.protocol === "https:",
  });
}

/**
 * Renders the switch between Italian and English for the current page. Uses plain links, because another language is
 * another document. The query and the hash are added on click, so that the page can stay prerendered.
 *
 * @param again true for the second switch of a page, in the menu. The second switch is no landmark, because two
 * landmarks need different names
 */
export function LanguageSwitch({ again = false }: { again?: boolean }) {
  const t = useTranslations("header");
  const current = useLocale();
  const pathname = usePagePath();
  const Part = again ? "div" : "nav";

  function choose(event: MouseEvent<HTMLAnchorElement>, locale: Language) {
    remember(locale);
    // Read the browser's URL, because the 404 page does not know the URL that was requested.
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
          {/* The accessible name contains the visible letters, so that voice control users can say what they see. */}
          <span>{locale}</span> <VisuallyHidden>{LANGUAGE[locale].name}</VisuallyHidden>
        </a>
      ))}
    </Part>
  );
}
