"use client";

import { useFormatter, useTranslations } from "next-intl";
import { type FocusEvent, useId, useRef } from "react";
import { cx } from "@/components/ui/cx";
import { type Criterion, SCORE_MAX } from "@/contract/evaluation/weights";
import styles from "./score-scale.module.css";
import { CRITERION_SHORTCUTS } from "./shortcuts/score-shortcuts";
import { CriterionHint, Key } from "./shortcuts/shortcut-legend";

const PLACES = Array.from({ length: SCORE_MAX + 1 }, (_, score) => score);

/**
 * Renders one criterion: its weight and all scores as radio buttons.
 *
 * @param lit whether digit keys give a score to this criterion; the whole row is then highlighted
 * @param keys whether keyboard shortcuts give scores; otherwise no row is highlighted
 * @param onLight called with true when the focus enters the row, and with false when the focus leaves
 */
export function ScoreScale({
  criterion,
  weight,
  score,
  disabled,
  lit,
  keys,
  onLight,
  onScore,
}: {
  criterion: Criterion;
  weight: number;
  score: number | null;
  disabled: boolean;
  lit: boolean;
  keys: boolean;
  onLight: (lit: boolean) => void;
  onScore: (score: number) => void;
}) {
  const t = useTranslations("evaluation.criteria");
  const criteria = useTranslations("criteria");
  const format = useFormatter();
  const hint = useId();
  /**
   * Whether the window lost the focus while the focus was in this row. When the user returns to the window, the
   * selected criterion stays.
   */
  const away = useRef(false);
  const name = `score-${criterion}`;

  function enter({ currentTarget, relatedTarget }: FocusEvent) {
    const isBack = away.current;
    away.current = false;
    if (!isBack && !currentTarget.contains(relatedTarget)) onLight(true);
  }

  function leave({ currentTarget, relatedTarget, target }: FocusEvent) {
    away.current = document.activeElement === target;
    if (!away.current && !currentTarget.contains(relatedTarget)) onLight(false);
  }

  return (
    <fieldset
      className={cx(styles.scale, lit && styles.lit)}
      disabled={disabled}
      data-criterion={criterion}
      data-lit={lit || undefined}
      aria-describedby={lit ? hint : undefined}
      aria-keyshortcuts={keys ? CRITERION_SHORTCUTS[criterion].toUpperCase() : undefined}
      tabIndex={-1}
      onFocus={enter}
      onBlur={leave}
    >
      <legend className={styles.legend}>
        {keys && (
          <span className={styles.letter} aria-hidden="true">
            <Key>{CRITERION_SHORTCUTS[criterion].toUpperCase()}</Key>
          </span>
        )}
        <span className={styles.name}>{criteria(`${criterion}.name`)}</span>{" "}
        <span>{t("weight", { weight })}</span>
      </legend>
      {lit && (
        <p id={hint} className={styles.hint}>
          <CriterionHint />
        </p>
      )}
      <p className={styles.score} aria-hidden="true">
        {score === null ? "—" : format.number(score)}
      </p>
      <div className={styles.places}>
        {PLACES.map((place) => (
          <label key={place} className={styles.place}>
            <input
              type="radio"
              name={name}
              value={place}
              checked={score === place}
              // If no score is chosen, the Tab key in Chromium would stop at two radio buttons of the row. Let it stop
              // only at the first one.
              tabIndex={score === null && place > 0 ? -1 : undefined}
              onChange={() => onScore(place)}
            />
            <span>{format.number(place)}</span>
          </label>
        ))}
      </div>
      <p className={styles.help}>{criteria(`${criterion}.says`)}</p>
    </fieldset>
  );
}
