import { useTranslations } from "next-intl";
import { closingMoment } from "@/contract/deadline";
import type { ProjectForEvaluation, ProjectList } from "@/contract/evaluation/evaluation-schemas";
import { largestUnit } from "@/contract/spans";
import { useServerNow } from "@/lib/browser/server-clock";
import { dated } from "@/lib/i18n/is-elided";
import { useDates } from "./use-dates";

type Scoring = Pick<ProjectForEvaluation, "scoring" | "evaluationOpensAt" | "evaluationDeadlineAt">;
type ToCome = Pick<ProjectList, "applicationsUntil" | "projectsMayCome" | "sentMayChange">;

/** When scores are taken, and what may still come meanwhile, in sentences. */
export function useTimes() {
  const t = useTranslations("evaluation.times");
  const overview = useTranslations("evaluation.overview");
  const { day } = useDates();
  const now = useServerNow();

  /** How long an instant is still away by the server's clock; null once it is past, or while the time is not known. */
  function leftUntil(instant: string): string | null {
    const left = now === null ? 0 : Date.parse(instant) - now;
    return left > 0 ? overview("left", largestUnit(left)) : null;
  }

  function until(instant: string) {
    const { time, lastDay } = closingMoment(new Date(instant));
    return { time, ...dated("date", day(lastDay)), left: leftUntil(instant) ?? "none" };
  }

  return {
    leftUntil,
    scoring({ scoring, evaluationOpensAt, evaluationDeadlineAt }: Scoring): string {
      if (scoring === "not_yet" && evaluationOpensAt) {
        return t("opens", dated("date", day(evaluationOpensAt)));
      }
      if (!evaluationDeadlineAt) return t("noDeadline");
      return t(scoring === "over" ? "over" : "deadline", until(evaluationDeadlineAt));
    },
    /** Null once nothing more comes. */
    toCome({ applicationsUntil, projectsMayCome, sentMayChange }: ToCome): string | null {
      if (!projectsMayCome) return null;
      const changes = String(sentMayChange);
      const isPast = !applicationsUntil || (now !== null && Date.parse(applicationsUntil) <= now);
      return isPast
        ? t("mayCome", { changes })
        : t("toCome", { ...until(applicationsUntil), changes });
    },
  };
}
