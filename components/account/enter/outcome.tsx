"use client";

import { type ReactNode, useEffect, useId, useRef } from "react";
import styles from "./account-form.module.css";

/**
 * The outcome of an action, in place of the form that performed it. It takes the focus from the
 * button that is gone.
 */
export function Outcome({ title, children }: { title: string; children: ReactNode }) {
  const box = useRef<HTMLElement>(null);
  const id = useId();
  useEffect(() => box.current?.focus(), []);
  return (
    <section ref={box} className={styles.outcome} tabIndex={-1} aria-labelledby={id}>
      <h2 className={styles.heading} id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}
