"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { ProgressRing } from "@/components/ui/figures/progress-ring";
import { REQUIRED_FIELDS } from "@/contract/project/project-fields";
import type { Standing } from "../application-state";
import styles from "./leap-path.module.css";

/**
 * Numbers of the marks on the progress curve: 0 for its start, then one for each required field.
 */
const MARKS = Array.from({ length: REQUIRED_FIELDS.length + 1 }, (_, index) => index);

/** The curve as an SVG path: the ascending half of a parabola, from the start to the highest point. */
const CURVE = "M0 100Q50 19 100 19";

/**
 * Draws the progress of the application as a rising curve with one mark for each required field. A ring with the
 * percentage is on the last reached mark. The end of the curve has no mark, because the ring moves there when the
 * applicant sends the application.
 */
export function LeapPath({
  standing,
  closed,
  filled,
  percent,
}: {
  standing: Standing;
  closed: boolean;
  filled: number;
  percent: number;
}) {
  const t = useTranslations("dashboard.path");
  const format = useFormatter();
  const sent = standing === "sent" || standing === "sent_changed";
  const marks = REQUIRED_FIELDS.length;
  const style = { "--k": sent ? marks : filled, "--marks": marks } as CSSProperties;

  return (
    <div
      className={styles.figure}
      data-standing={standing}
      data-sent={sent}
      data-closed={closed}
      style={style}
    >
      <svg
        className={styles.curve}
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        <path d={CURVE} />
      </svg>
      {/* If no required field is filled, the progress ring covers the start of the curve, so do not draw the first mark
          there. */}
      {MARKS.slice(filled === 0 ? 1 : 0).map((mark) => (
        <span
          key={mark}
          className={styles.mark}
          data-passed={sent || mark <= filled}
          data-away={Math.abs(mark - (sent ? marks : filled))}
          style={{ "--k": mark } as CSSProperties}
          aria-hidden="true"
        />
      ))}
      <span className={styles.ring}>
        <ProgressRing value={percent} sent={sent} size="var(--d)" label={t("label")}>
          {sent ? null : format.number(percent / 100, { style: "percent" })}
        </ProgressRing>
      </span>
      {!sent && (
        <span className={styles.place} aria-hidden="true">
          {closed ? t("closed") : t("send")}
        </span>
      )}
    </div>
  );
}
