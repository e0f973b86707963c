"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { usePageTitle } from "@/components/ui/page-title";
import styles from "../account-form.module.css";

/**
 * Shows the result of an action instead of its form. The result's title becomes the page title and takes the focus,
 * because the button that had the focus no longer exists.
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
