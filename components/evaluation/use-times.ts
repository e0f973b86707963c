import { useTranslations } from "next-intl";
import { closingMoment } from "@/contract/deadline";
import type { ProjectForEvaluation, ProjectList } from "@/contract/evaluation/evaluation-schemas";
import { DAY } from "@/contract/spans";
import { useServerNow } from "@/lib/browser/server-clock";
import { dated } from "@/lib/i18n/is-elided";
import { useDates } from "./use-dates";

type Scoring = Pick<ProjectForEvaluation, "scoring" | "evaluationOpensAt" | "evaluationDeadlineAt">;
type ToCome = Pick<ProjectList, "applicationsUntil" | "sentMayChange">;

/** When scores are taken, and what may still come meanwhile, in sentences. */
export function useTimes() {
  const t = useTranslations("evaluation.times");
  const { day } = useDates();
  const now = useServerNow();

  /** Days until an instant by the server's clock, begun ones included; 0 while the time is not known. */
  function daysUntil(instant: string): number {
    return now === null ? 0 : Math.max(0, Math.ceil((Date.parse(instant) - now) / DAY));
  }

  function until(instant: string) {
    const { time, lastDay } = closingMoment(new Date(instant));
    return { time, ...dated("date", day(lastDay)), days: daysUntil(instant) };
  }

  return {
    daysUntil,
    scoring({ scoring, evaluationOpensAt, evaluationDeadlineAt }: Scoring): string {
      if (scoring === "not_yet" && evaluationOpensAt) {
        return t("opens", dated("date", day(evaluationOpensAt)));
      }
      if (!evaluationDeadlineAt) return t("noDeadline");
      return t(scoring === "over" ? "over" : "deadline", until(evaluationDeadlineAt));
    },
    /** Null once nothing more comes. */
    toCome({ applicationsUntil, sentMayChange }: ToCome): string | null {
      if (!applicationsUntil) return null;
      return t("toCome", { ...until(applicationsUntil), changes: String(sentMayChange) });
    },
  };
}
