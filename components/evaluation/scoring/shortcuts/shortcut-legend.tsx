"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CRITERIA, type Criterion } from "@/contract/evaluation/weights";
import { FIGURES } from "@/contract/quoted-numbers";
import { CRITERION_SHORTCUTS, DIGIT_MAX } from "./score-shortcuts";
import styles from "./shortcut-legend.module.css";

/** Renders the name of a keyboard key, such as "J". */
export function Key({ children }: { children: ReactNode }) {
  return <kbd className={styles.key}>{children}</kbd>;
}

const caps = { key: (chunks: ReactNode) => <Key>{chunks}</Key> };

/** Explains which keys work while a criterion is selected for scoring. */
export function CriterionHint() {
  return useTranslations("evaluation.keys").rich("hint", {
    ...FIGURES,
    digitMax: DIGIT_MAX,
    ...caps,
  });
}

/**
 * Lists the keyboard shortcuts that currently work, with a switch to turn them off. The undo key is shown on the undo
 * button.
 *
 * @param writable whether the score form accepts scores
 * @param lit the criterion to which digit keys give a score
 */
export function ShortcutLegend({
  on,
  onSwitch,
  writable,
  lit,
}: {
  on: boolean;
  onSwitch: (on: boolean) => void;
  writable: boolean;
  lit: Criterion | null;
}) {
  const t = useTranslations("evaluation.keys");
  const criteria = useTranslations("criteria");
  const letters = CRITERIA.map(({ id }) => (
    <Key key={id}>{CRITERION_SHORTCUTS[id].toUpperCase()}</Key>
  ));
  return (
    <div className={styles.legend}>
      {on && (
        <p className={styles.groups}>
          {lit ? (
            <>
              <span>
                <strong>{criteria(`${lit}.name`)}</strong> <CriterionHint />
              </span>
              <span>{t.rich("arrows", caps)}</span>
            </>
          ) : (
            <>
              <span>{t.rich("project", caps)}</span>
              {writable && (
                <span>
                  {letters} {t("criterion")}
                </span>
              )}
              <span>{t.rich("onward", caps)}</span>
            </>
          )}
        </p>
      )}
      <button
        type="button"
        className={styles.switch}
        aria-label={on ? t("turnOffNamed") : undefined}
        onClick={() => onSwitch(!on)}
      >
        {on ? (
          <>
            <span className={styles.beside}>{t("turnOff")}</span>
            <span className={styles.alone}>{t("turnOffNamed")}</span>
          </>
        ) : (
          t("turnOn")
        )}
      </button>
    </div>
  );
}
