"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CRITERIA, type Criterion } from "@/contract/evaluation/weights";
import { FIGURES } from "@/contract/figures";
import styles from "./key-legend.module.css";
import { CRITERION_KEYS } from "./score-keys";

/** The cap of a key, as a legend shows it. */
export function Key({ children }: { children: ReactNode }) {
  return <kbd className={styles.key}>{children}</kbd>;
}

const caps = { key: (chunks: ReactNode) => <Key>{chunks}</Key> };

/** What can be typed while a criterion is lit. */
export function CriterionHint() {
  return useTranslations("evaluation.keys").rich("hint", { ...FIGURES, ...caps });
}

/**
 * The keys that do something now, and only those, with the way to turn them off. The key that takes a
 * vote back stands on its button.
 *
 * @param writable scores may be given
 * @param lit the criterion that digits apply to
 */
export function KeyLegend({
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
  const letters = CRITERIA.map(({ id }) => <Key key={id}>{CRITERION_KEYS[id].toUpperCase()}</Key>);
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
