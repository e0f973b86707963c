"use client";

import { useFormatter, useTranslations } from "next-intl";
import { type Criterion, SCORE_MAX } from "@/contract/weights";
import styles from "./score-scale.module.css";

const PLACES = Array.from({ length: SCORE_MAX + 1 }, (_, score) => score);

/** One criterion: its weight and eleven places, 0 to 10, as radio buttons. */
export function ScoreScale({
  criterion,
  weight,
  score,
  disabled,
  onScore,
}: {
  criterion: Criterion;
  weight: number;
  score: number | null;
  disabled: boolean;
  onScore: (score: number) => void;
}) {
  const t = useTranslations("evaluation.criteria");
  const format = useFormatter();
  const name = `score-${criterion}`;
  return (
    <fieldset className={styles.scale} disabled={disabled} data-criterion={criterion}>
      <legend className={styles.legend}>
        <span className={styles.name}>{t(`${criterion}.name`)}</span>{" "}
        <span>{t("weight", { weight })}</span>
      </legend>
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
              onChange={() => onScore(place)}
            />
            <span>{format.number(place)}</span>
          </label>
        ))}
      </div>
      <p className={styles.help}>{t(`${criterion}.help`)}</p>
    </fieldset>
  );
}
