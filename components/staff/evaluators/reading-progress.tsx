"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { EvaluatorRow, Jury } from "@/contract/staff/evaluators";
import styles from "./reading-progress.module.css";

/** Returns the share `count`/`all` as a CSS custom property. */
const share = (name: string, count: number, all: number) =>
  ({ [name]: Math.min(1, count / all) }) as CSSProperties;

/**
 * Renders the head of the progress column: a scale from zero to the number of projects, and the progress that is
 * expected today.
 */
export function ReadingProgressHead({ jury: { projects, pace } }: { jury: Jury }) {
  const t = useTranslations("staff.evaluators");
  const format = useFormatter();
  const { expected } = pace;
  return (
    <>
      <VisuallyHidden>
        {expected === null ? t("column.pace") : t("column.paceToday", { expected })}
      </VisuallyHidden>
      {projects > 0 && (
        <span className={styles.head} aria-hidden="true">
          <span>{"0"}</span>
          <span>{format.number(projects)}</span>
          {expected !== null && (
            <strong className={styles.today} style={share("--today", expected, projects)}>
              {t("today", { expected })}
            </strong>
          )}
        </span>
      )}
    </>
  );
}

/**
 * Draws a thick ring at the evaluator's progress and a thin ring at the expected progress. A number beside the drawing
 * gives the same information.
 */
export function ReadingProgress({ row: { read, total }, jury }: { row: EvaluatorRow; jury: Jury }) {
  const { expected } = jury.pace;
  if (total === 0) return null;
  const due = (expected ?? 0) / Math.max(1, jury.projects);
  return (
    <span aria-hidden="true" style={share("--today", due, 1)}>
      {expected !== null && <span className={styles.calendar} />}
      <span className={styles.way} style={share("--read", read, total)}>
        {expected !== null && read < Math.floor(due * total) && <span className={styles.hoop} />}
        <span className={styles.ring} />
      </span>
    </span>
  );
}
