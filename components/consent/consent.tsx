"use client";

import { usePathname } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { type FocusEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { focusMain } from "@/components/ui/overlays/focus";
import { useOwnHeight } from "@/components/ui/use-own-height";
import { whenIdle } from "@/lib/browser/when-idle";
import { browserRefuses, readChoice } from "./choice";
import styles from "./consent.module.css";
import { wordsOf } from "./consent-messages";
import { OPEN_CONSENT } from "./open-consent";
import { hasThirdParties, loadAgreed, runsWithoutConsent, trackPageView } from "./third-parties";

/** Pattern of style sheets that the page has not applied yet (lib/page-cache/later-files.ts). */
const LATE_STYLES = 'link[rel="stylesheet"]:is([disabled], [media="not all"]):not([data-whole])';

/** Resolves once the page has applied its style sheets. Without styles, the banner would push the page down. */
async function stylesApplied(): Promise<void> {
  while (document.querySelector(LATE_STYLES))
    await new Promise((resolve) => setTimeout(resolve, 50));
}

/**
 * Asks for cookie consent, remembers the answer for six months, and loads third parties only after a yes. Asks nothing
 * if no third party is configured.
 *
 * The banner is a region, not a dialog, so the page stays usable. The banner comes first in the document, so keyboard
 * users reach it first. After an answer, the focus returns to the element that had it before.
 *
 * @param cookiePolicy path of the cookie policy in the page's locale
 */
export function Consent({ cookiePolicy }: { cookiePolicy: string }) {
  const t = useTranslations("consent");
  const locale = useLocale();
  const pathname = usePathname();
  const root = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLElement>(null);
  const cameFrom = useRef<Element | null>(null);
  const here = useRef(pathname);
  const [asking, setAsking] = useState(false);

  const focusBack = useCallback(() => {
    const back = cameFrom.current;
    if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
    else focusMain();
  }, []);

  const act = useCallback(
    async (what: "preferences" | "all" | "necessary") => {
      const [asks, { openPreferences, storeAnswer }] = await Promise.all([
        hasThirdParties(),
        import("./consent-dialog"),
      ]);
      if (!root.current) return;
      const options = {
        root: root.current,
        words: wordsOf(t, browserRefuses() ? "signal" : asks ? "asks" : "nothing"),
        locale,
        focusFallback: focusBack,
        onChoice() {
          if (bar.current?.contains(document.activeElement)) focusBack();
          setAsking(false);
          if (runsWithoutConsent()) window.location.reload();
          else loadAgreed();
        },
      };
      if (what === "preferences") await openPreferences(options);
      else await storeAnswer(what, options);
    },
    [t, locale, focusBack],
  );

  useEffect(() => {
    const reopen = () => void act("preferences");
    window.addEventListener(OPEN_CONSENT, reopen);
    return () => window.removeEventListener(OPEN_CONSENT, reopen);
  }, [act]);

  useEffect(() => {
    if (readChoice()) return loadAgreed();
    if (browserRefuses()) return;
    // Wait until the browser is idle before asking for consent. The delay loses nothing, because no third party loads
    // before the user's answer.
    return whenIdle(async () => {
      await stylesApplied();
      // While the page requests the configured third parties, the user could answer in another tab, so read the choice
      // again.
      if ((await hasThirdParties()) && !readChoice()) setAsking(true);
    });
  }, []);

  useEffect(() => {
    if (here.current === pathname) return;
    here.current = pathname;
    trackPageView();
    // A page whose URL contains a secret token loads no third party, not even with the visitor's consent. Load them
    // now, in case the previous page was such a page.
    loadAgreed();
  }, [pathname]);

  return (
    <>
      {asking && (
        <Question
          bar={bar}
          cookiePolicy={cookiePolicy}
          onAnswer={(what) => void act(what)}
          onEnter={(from) => {
            // Remember the element that had the focus, unless the preferences dialog contains it: the dialog returns
            // the focus itself.
            if (!root.current?.contains(from)) cameFrom.current = from;
          }}
        />
      )}
      <div ref={root} className={styles.root} />
    </>
  );
}

/** @param onEnter receives the element that had the focus before the banner received it */
function Question({
  bar,
  cookiePolicy,
  onAnswer,
  onEnter,
}: {
  bar: RefObject<HTMLElement | null>;
  cookiePolicy: string;
  onAnswer: (what: "preferences" | "all" | "necessary") => void;
  onEnter: (from: Element) => void;
}) {
  const t = useTranslations("consent");
  useOwnHeight(bar, "--consent-bar");
  useEffect(() => {
    // The banner can cover a field that the user is filling in. Scroll the field into view.
    const held = document.activeElement?.getBoundingClientRect();
    const top = bar.current?.getBoundingClientRect().top ?? 0;
    if (held && held.top > 0 && held.top < window.innerHeight && held.bottom > top) {
      document.activeElement?.scrollIntoView({ block: "nearest" });
    }
  }, [bar]);

  function enter({ currentTarget, relatedTarget }: FocusEvent) {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) onEnter(relatedTarget);
  }

  return (
    <section
      ref={bar}
      className={styles.bar}
      data-theme="light"
      aria-label={t("title")}
      onFocus={enter}
    >
      <p className={styles.question}>
        {t("lead")} <a href={cookiePolicy}>{t("policy")}</a>
      </p>
      <div className={styles.answers}>
        <Button centred onClick={() => onAnswer("necessary")}>
          {t("refuse")}
        </Button>
        <Button centred onClick={() => onAnswer("all")}>
          {t("accept")}
        </Button>
        <Button
          variant="secondary"
          centred
          aria-haspopup="dialog"
          onClick={() => onAnswer("preferences")}
        >
          {t("choose")}
        </Button>
      </div>
    </section>
  );
}
