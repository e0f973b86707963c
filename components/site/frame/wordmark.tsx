"use client";

import { DRAWN_NAME, LOGO_RING } from "@/contract/logo";
import { Letters, LettersOutline } from "./letters";
import styles from "./wordmark.module.css";

/**
 * Renders the programme's name as a logo: outlines for "Slancio", otherwise text in the display font. The logo fills
 * the height of its box in one colour. Its accessible name is the programme's name. A client component, so that the flight
 * data does not contain the outlines.
 *
 * @param again whether the page already contains a logo
 */
export function Wordmark({ name, again = false }: { name: string; again?: boolean }) {
  if (name !== DRAWN_NAME) return <span className={styles.name}>{name}</span>;
  const { cx, cy, r, stroke } = LOGO_RING;
  return (
    <svg
      className={styles.wordmark}
      viewBox="-1 -157 532 160"
      width="532"
      height="160"
      role="img"
      aria-label={name}
      focusable="false"
    >
      {again ? <Letters /> : <LettersOutline />}
      <circle cx={cx} cy={cy} r={r} fill="none" stroke="currentColor" strokeWidth={stroke} />
    </svg>
  );
}
