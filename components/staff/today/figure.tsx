"use client";

import { useFormatter } from "next-intl";
import { useState } from "react";
import styles from "./today.module.css";

/** Shows a number that the page refetches. A changed number is underlined for a short time. */
export function Figure({ value }: { value: number }) {
  const format = useFormatter();
  const [known, setKnown] = useState({ value, changed: false });
  if (known.value !== value) setKnown({ value, changed: true });
  return (
    <span key={value} className={styles.figure} data-changed={known.changed}>
      {format.number(value)}
    </span>
  );
}
