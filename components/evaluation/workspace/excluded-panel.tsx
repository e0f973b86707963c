import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Button } from "@/components/ui/buttons/button";
import { cx } from "@/components/ui/cx";
import type { Evaluation } from "@/contract/evaluation/evaluation-schemas";
import { SCORES } from "../evaluation-state";
import styles from "../scoring/score-form.module.css";
import { useRoomBelow } from "../scoring/use-room-below";

/** Replaces the score form if a rule recuses the evaluator. Shows the reason and a button to the next project. */
export function ExcludedPanel({
  name,
  conflict,
  going,
  onNext,
}: {
  name: string;
  conflict: NonNullable<Evaluation["conflict"]>;
  /** Whether the evaluator's next project is loading. */
  going: boolean;
  /** Opens the next project; null if no project is left. */
  onNext: (() => void) | null;
}) {
  const t = useTranslations("evaluation");
  const column = useRef<HTMLElement>(null);
  useRoomBelow(column);
  return (
    <section
      ref={column}
      id={SCORES}
      data-flood=""
      data-section="network"
      aria-label={t("sheet.label")}
    >
      <div className={styles.sheet}>
        <p className={styles.project}>{name}</p>
        <p className={cx(styles.body, styles.notice)}>
          {t("recusal.byRule", { reason: t(`conflicts.${conflict}`) })}
        </p>
        {onNext && (
          <div className={styles.foot}>
            <Button leads onClick={onNext} busy={going} busyLabel={t("sheet.going")}>
              {t("sheet.next")}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}
