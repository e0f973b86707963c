import { useTranslations } from "next-intl";
import type { ProjectForEvaluation } from "@/contract/evaluation/evaluation-schemas";
import { useTimes } from "../use-times";

/** Why a sheet takes nothing: closed by the person, not open yet, or over. */
export function ReadOnlyNotice({ project }: { project: ProjectForEvaluation }) {
  const t = useTranslations("evaluation.sheet");
  const times = useTimes();
  return <>{project.closed_at !== null ? t("closed") : times.scoring(project)}</>;
}
