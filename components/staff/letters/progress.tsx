"use client";

import { useTranslations } from "next-intl";
import type { LetterRow } from "@/contract/staff/letters";
import styles from "./letters.module.css";

/** How often a letter is read again while some of it waits, and when it is done, ms. */
const SOON = 5_000;
const LATER = 30_000;

type Counts = Pick<LetterRow, "count" | "states">;

/** How many of its mails have not left yet. */
const waiting = ({ states }: Counts) => states.waiting + states.stuck;

/** How soon letters are read again, ms. */
export const refreshOf = (letters: readonly Counts[]) =>
  letters.some((one) => waiting(one) > 0) ? SOON : LATER;

/** How far a letter is: what the server has taken of what was queued, in a figure and in words. */
export function Progress({ letter }: { letter: Counts }) {
  const t = useTranslations("staff.letters");
  const { count, states } = letter;
  const words = t("progress", {
    sent: states.sent,
    count,
    waiting: waiting(letter),
    failed: states.failed,
  });
  return (
    <div className={styles.progress}>
      <progress max={count} value={states.sent} aria-label={words} />
      <span aria-hidden="true">{words}</span>
    </div>
  );
}
