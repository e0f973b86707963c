"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { usePageTitle } from "@/components/ui/page-title";
import styles from "./account-form.module.css";

/**
 * The outcome of an action, in place of the form that performed it: it becomes the page's title, and
 * takes the focus from the button that is gone.
 */
export function Outcome({ title, children }: { title: string; children: ReactNode }) {
  const box = useRef<HTMLElement>(null);
  const isTitle = usePageTitle(title);
  useEffect(() => box.current?.focus(), []);
  return (
    <section ref={box} className={styles.outcome} tabIndex={-1} aria-label={title}>
      {!isTitle && <h2 className={styles.heading}>{title}</h2>}
      {children}
    </section>
  );
}
