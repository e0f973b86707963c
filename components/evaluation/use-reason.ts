import { useTranslations } from "next-intl";
import type { Evaluation } from "@/contract/evaluation/evaluation-schemas";

/**
 * Returns a function that returns the reason for a recusal: the rule's reason in the page's language, or the
 * evaluator's text.
 */
export function useReason() {
  const t = useTranslations("evaluation.conflicts");
  return (evaluation: Evaluation | null) =>
    evaluation?.conflict ? t(evaluation.conflict) : (evaluation?.recusal ?? null);
}
