"use client";

import { usePathname } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { whenIdle } from "@/lib/browser/when-idle";
import { browserRefuses, readChoice } from "./choice";
import styles from "./consent.module.css";
import { wordsOf } from "./consent-words";
import { OPEN_CONSENT } from "./open-consent";
import { hasThirdParties, loadAgreed, runsWithoutConsent, trackPageView } from "./third-parties";

/**
 * Asks once, remembers for six months, and loads third parties only after a yes. Where none is configured
 * nobody is asked. The banner itself is loaded only when it is to be shown, so people who have chosen never
 * download it.
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
    async function open(what: "banner" | "preferences") {
      const asks = await hasThirdParties();
      // The choice may have been made while the answer was on its way.
      if (what === "banner" && (!asks || readChoice())) return;
      const { openConsent } = await import("./consent-dialog");
      const words = wordsOf(
        t,
        cookiePolicy,
        browserRefuses() ? "signal" : asks ? "asks" : "nothing",
      );
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
    // Nothing it asks about runs before that.
    else if (!browserRefuses()) cancel = whenIdle(() => void open("banner"));
    return () => {
      cancel?.();
      window.removeEventListener(OPEN_CONSENT, reopen);
    };
  }, [t, locale, cookiePolicy]);

  useEffect(() => {
    if (here.current === pathname) return;
    here.current = pathname;
    trackPageView();
    // The first page may have been one that must not be tracked.
    loadAgreed();
  }, [pathname]);

  return <div ref={root} className={styles.root} />;
}
