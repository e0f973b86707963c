import { useFormatter, useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { CRITERIA, type Scores } from "@/contract/evaluation/weights";
import { ScoreBounces } from "../score-bounces";
import styles from "./criteria-cell.module.css";

/**
 * Draws a project's mean score for each of the five criteria, with the number below. Renders nothing if the project has
 * no mean scores.
 */
export function CriteriaCell({ criteria }: { criteria: Scores }) {
  const t = useTranslations("criteria");
  const format = useFormatter();
  if (CRITERIA.every(({ id }) => criteria[id] === null)) return null;
  return (
    <div className={styles.cell}>
      <div className={styles.bounces}>
        <ScoreBounces scores={criteria} />
      </div>
      <ul className={styles.figures}>
        {CRITERIA.map(({ id, weight }) => (
          <li key={id} style={{ "--weight": weight } as CSSProperties}>
            <VisuallyHidden>{t(`${id}.name`)} </VisuallyHidden>
            {format.number(criteria[id] ?? 0, { minimumFractionDigits: 1 })}
          </li>
        ))}
      </ul>
    </div>
  );
}
