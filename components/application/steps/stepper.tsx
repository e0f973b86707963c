"use client";

import { useTranslations } from "next-intl";
import { Ordinal } from "@/components/ui/figures/ordinal";
import { StepArc } from "@/components/ui/figures/step-arc";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { stepProgress } from "@/contract/project/progress";
import { STEPS, type Step } from "@/contract/project/project-fields";
import type { Project } from "@/contract/project/project-schemas";
import { Link } from "@/lib/i18n/navigation";
import styles from "./stepper.module.css";

/**
 * Draws the five steps as five curves, each filled by its share of filled required fields. A white ring marks the
 * current step. Below 768 px, shows one row with the numbers and the current step's name. On the overview page, shows
 * the steps as a list.
 *
 * @param project the stored application
 * @param current the open step, or "review"; undefined for the list of the overview
 */
export function Stepper({ project, current }: { project: Project; current?: Step | "review" }) {
  const t = useTranslations("steps");
  return (
    <nav aria-label={t("nav")}>
      <ol className={styles.steps} data-layout={current ? "row" : "list"}>
        {STEPS.map((step, index) => {
          const { filled, required, state } = stepProgress(step, project);
          return (
            <li key={step} className={styles.step} data-current={step === current}>
              <StepArc className={styles.arc} here={step === current} {...{ filled, required }} />
              <Link
                className={styles.link}
                href={`/dashboard/project/${step}`}
                prefetch={false}
                aria-current={step === current ? "step" : undefined}
              >
                <Ordinal number={index + 1} />
                <span className={styles.title}>{t(`short.${step}`)}</span>
                <span className={styles.count}>{t("count", { filled, required })}</span>
                <VisuallyHidden>{t(`state.${state}`)}</VisuallyHidden>
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
