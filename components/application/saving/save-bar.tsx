"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useFocusHeir } from "@/components/ui/focus";
import { Status } from "@/components/ui/status";
import { useDraft } from "./application-context";
import styles from "./save-bar.module.css";
import { useSaveLine } from "./save-line";

/**
 * The bar that stays at the foot of the window: what is true of the text, and what can be done.
 *
 * @param children the buttons
 */
export function SaveBar({ children }: { children: ReactNode }) {
  const t = useTranslations("project.state");
  const bar = useRef<HTMLElement>(null);
  useOwnHeight(bar);
  return (
    <section className={styles.bar} ref={bar} aria-label={t("label")}>
      <div className={styles.inner}>
        <SaveState />
        <div className={styles.actions}>{children}</div>
      </div>
    </section>
  );
}

/** Tells the page how high the bar is by now: messages and the focus keep clear of it. */
function useOwnHeight(bar: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const page = document.documentElement.style;
    const observer = new ResizeObserver(() =>
      page.setProperty("--save-bar", `${element.offsetHeight}px`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      page.removeProperty("--save-bar");
    };
  }, [bar]);
}

/** The state line. It hops once after a save; what is not saved is said aloud. */
function SaveState() {
  const { tone, words, ticking, alarming, action } = useSaveLine();
  const { savedAt } = useDraft();
  const [hop, setHop] = useState(false);
  const [first] = useState(savedAt);

  useEffect(() => {
    if (savedAt === first) return;
    setHop(true);
    const timer = setTimeout(() => setHop(false), 600);
    return () => clearTimeout(timer);
  }, [savedAt, first]);

  return (
    <div className={styles.state}>
      <div role={alarming ? "alert" : "status"} key={alarming ? "alert" : "status"}>
        <Status tone={tone} hop={hop}>
          {words}
        </Status>
      </div>
      {ticking && <span className={styles.ticking}>{ticking}</span>}
      {action && <Action {...action} />}
    </div>
  );
}

/** "Try now" and its like. It goes once it is not needed, and the page's main part has the focus. */
function Action({ words, run }: { words: string; run: () => void }) {
  const button = useFocusHeir<HTMLButtonElement>();
  return (
    <button ref={button} type="button" className={styles.action} onClick={run}>
      {words}
    </button>
  );
}
