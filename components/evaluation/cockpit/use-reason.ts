import { useTranslations } from "next-intl";
import type { Evaluation } from "@/contract/evaluation/evaluation-schemas";

/** Why the reader is recused: by rule in the page's language, else in the words they gave. */
export function useReason() {
  const t = useTranslations("evaluation.conflicts");
  return (evaluation: Evaluation | null) =>
    evaluation?.conflict ? t(evaluation.conflict) : (evaluation?.recusal ?? null);
}
