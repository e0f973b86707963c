"use client";

import { usePathname } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { whenIdle } from "@/lib/when-idle";
import { browserRefuses, isMachine, readChoice } from "./choice";
import styles from "./consent.module.css";
import { OPEN_CONSENT } from "./open-consent";
import { loadAgreed, runsWithoutConsent, trackPageView } from "./third-parties";

/**
 * Asks once, remembers for six months, and loads third parties only after a yes. The banner itself is
 * fetched when it is to be shown, so who has chosen never downloads it.
 *
 * @param cookiePolicy path of the page that explains, in the page's language
 */
export function Consent({ cookiePolicy }: { cookiePolicy: string }) {
  const t = useTranslations("consent");
  const locale = useLocale();
  const pathname = usePathname();
  const root = useRef<HTMLDivElement>(null);
  const here = useRef(pathname);

  useEffect(() => {
    const words = wordsOf(t, cookiePolicy, browserRefuses());
    async function open(what: "banner" | "preferences") {
      const { openConsent } = await import("./consent-dialog");
      if (root.current) await openConsent(what, { root: root.current, words, locale, onChoice });
    }
    function onChoice() {
      if (runsWithoutConsent()) window.location.reload();
      else loadAgreed();
    }
    const reopen = () => void open("preferences");
    window.addEventListener(OPEN_CONSENT, reopen);
    let cancel: (() => void) | undefined;
    const choice = readChoice();
    if (choice) loadAgreed();
    // Nothing that it asks about runs before.
    else if (!browserRefuses() && !isMachine()) cancel = whenIdle(() => void open("banner"));
    return () => {
      cancel?.();
      window.removeEventListener(OPEN_CONSENT, reopen);
    };
  }, [t, locale, cookiePolicy]);

  useEffect(() => {
    if (here.current === pathname) return;
    here.current = pathname;
    trackPageView();
    // A page that may not be watched may have been the first one.
    loadAgreed();
  }, [pathname]);

  return <div ref={root} className={styles.root} />;
}

type Words = ReturnType<typeof useTranslations<"consent">>;

function wordsOf(t: Words, cookiePolicy: string, refused: boolean) {
  const section = (purpose: "necessary" | "statistics" | "marketing") => ({
    title: t(`${purpose}.title`),
    description: t(`${purpose}.text`),
    linkedCategory: purpose,
  });
  const choices = refused
    ? [{ description: t("signal") }, section("necessary")]
    : [section("necessary"), section("statistics"), section("marketing")];
  return {
    consentModal: {
      title: t("title"),
      description: t("lead"),
      acceptAllBtn: t("accept"),
      acceptNecessaryBtn: t("refuse"),
      showPreferencesBtn: t("choose"),
      footer: `<a href="${cookiePolicy}">${t("policy")}</a>`,
    },
    preferencesModal: {
      title: t("preferences"),
      acceptAllBtn: refused ? undefined : t("accept"),
      acceptNecessaryBtn: t("refuse"),
      savePreferencesBtn: refused ? undefined : t("save"),
      closeIconLabel: t("close"),
      sections: [{ description: t("explain") }, ...choices],
    },
  };
}

export type ConsentWords = ReturnType<typeof wordsOf>;
