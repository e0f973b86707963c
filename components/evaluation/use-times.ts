import { useTranslations } from "next-intl";
import { closingMoment } from "@/contract/deadline";
import { largestUnit } from "@/contract/durations";
import type { ProjectForEvaluation, ProjectList } from "@/contract/evaluation/evaluation-schemas";
import { useServerNow } from "@/lib/browser/server-clock";
import { dated } from "@/lib/i18n/is-elided";
import { useDates } from "./use-dates";

type Scoring = Pick<
  ProjectForEvaluation,
  "round" | "scoring" | "evaluationOpensAt" | "evaluationDeadlineAt"
>;
type ToCome = Pick<ProjectList, "applicationsUntil" | "projectsMayCome" | "sentMayChange">;

/** Returns functions that write sentences about the evaluation period and about applications that can still arrive. */
export function useTimes() {
  const t = useTranslations("evaluation.times");
  const overview = useTranslations("evaluation.overview");
  const { day } = useDates();
  const now = useServerNow();

  /**
   * Returns the text of the time left until an instant, by the server's clock; null if the instant has passed or the
   * server's time is unknown.
   */
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
    scoring({ round, scoring, evaluationOpensAt, evaluationDeadlineAt }: Scoring): string {
      // A later round lists its projects when it opens: at its opening date, but not before staff have released the
      // results of the previous stage.
      if (scoring === "not_yet" && round && round.number > 1 && evaluationOpensAt) {
        const isDue = now !== null && Date.parse(evaluationOpensAt) <= now;
        const opens = isDue
          ? t("opensSoon")
          : t("opensLater", dated("date", day(evaluationOpensAt)));
        return evaluationDeadlineAt
          ? `${opens} ${t("lastDay", dated("date", until(evaluationDeadlineAt).date))}`
          : opens;
      }
      if (scoring === "not_yet" && evaluationOpensAt) {
        return t("opens", dated("date", day(evaluationOpensAt)));
      }
      // A round can end before its planned date: staff can close it, or the next round begins.
      const isPast =
        evaluationDeadlineAt !== null && (now === null || Date.parse(evaluationDeadlineAt) <= now);
      if (scoring === "over" && round && !isPast) return t("ended");
      if (!evaluationDeadlineAt) return t("noDeadline");
      return t(scoring === "over" ? "over" : "deadline", until(evaluationDeadlineAt));
    },
    /** Returns a sentence about applications that can still arrive; null if no application can still arrive. */
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
