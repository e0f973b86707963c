"use client";

import { useTranslations } from "next-intl";
import type { LetterRow } from "@/contract/staff/letters";
import styles from "./letters.module.css";

/** Milliseconds between refetches: shorter while a letter has unsent emails. */
const SOON = 5_000;
const LATER = 30_000;

type Counts = Pick<LetterRow, "count" | "states">;

/** Returns the number of a letter's emails that are not sent yet. */
const waiting = ({ states }: Counts) => states.waiting + states.stuck;

/** Returns the milliseconds until the next refetch of letters and their delivery states. */
export const refreshOf = (letters: readonly Counts[]) =>
  letters.some((one) => waiting(one) > 0) ? SOON : LATER;

/** Shows a letter's delivery progress as a drawing and as text: how many emails the mail server has accepted. */
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
