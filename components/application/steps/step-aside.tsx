"use client";

import { useTranslations } from "next-intl";
import { Status } from "@/components/ui/figures/status";
import { stepProgress } from "@/contract/project/progress";
import type { Step } from "@/contract/project/project-fields";
import { FIGURES } from "@/contract/quoted-numbers";
import { useApplication, useShownProject } from "../application-context";
import { DeadlineNote } from "../deadline";
import styles from "./step-frame.module.css";

/** Renders the column beside a step, with the step's progress, the time left, and a help text. */
export function StepAside({ step, toMend }: { step: Step; toMend: number }) {
  const t = useTranslations("steps");
  const deadline = useTranslations("dashboard.deadline");
  const { user, closed } = useApplication();
  const { filled, required, state } = stepProgress(step, useShownProject());

  function standing() {
    if (toMend > 0) return <Status tone="wrong">{t("aside.toMend", { count: toMend })}</Status>;
    if (state === "completed") return <Status tone="done">{t("aside.done")}</Status>;
    const tone = state === "partial" ? "flight" : "here";
    return <Status tone={tone}>{t("aside.filled", { filled, required })}</Status>;
  }

  return (
    <aside className={styles.aside} aria-label={t("aside.label")}>
      <div className={styles.note}>
        {standing()}
        {!closed && <p>{toMend > 0 ? t("aside.othersSafe") : t(`aside.text.${step}`)}</p>}
      </div>
      <div className={styles.note}>
        <h2 className={styles.noteTitle}>{t(`hint.${step}.title`, FIGURES)}</h2>
        <p>{t(`hint.${step}.text`, { email: user.email })}</p>
        <p>{t(`feeds.${step}`, FIGURES)}</p>
      </div>
      <div className={styles.note}>
        <h2 className={styles.noteTitle}>{deadline("title")}</h2>
        <DeadlineNote />
      </div>
    </aside>
  );
}
