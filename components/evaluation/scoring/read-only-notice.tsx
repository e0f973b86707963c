import { useTranslations } from "next-intl";
import type { ProjectForEvaluation } from "@/contract/evaluation/evaluation-schemas";
import { useTimes } from "../use-times";

/**
 * Explains why the score form is read-only: the project left the round, the evaluator closed the evaluation, or the
 * evaluation period has not begun or has ended.
 */
export function ReadOnlyNotice({ project }: { project: ProjectForEvaluation }) {
  const t = useTranslations("evaluation.sheet");
  const times = useTimes();
  if (project.outside) return <>{t("outside")}</>;
  return <>{project.closed_at !== null ? t("closed") : times.scoring(project)}</>;
}
