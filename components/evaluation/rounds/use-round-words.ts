import { useLocale, useTranslations } from "next-intl";
import { closingMoment } from "@/contract/deadline";
import type { ProjectForEvaluation, ProjectList } from "@/contract/evaluation/evaluation-schemas";
import type { Round } from "@/contract/evaluation/rounds";
import { dated } from "@/lib/i18n/is-elided";
import { useDates } from "../use-dates";

export type RoundWork = Pick<
  ProjectForEvaluation,
  "round" | "outside" | "closed_at" | "scoring" | "evaluationOpensAt" | "evaluationDeadlineAt"
> & { counts?: ProjectList["counts"] | undefined };

/** Returns the texts about a round: its name, its projects, and its dates. */
export function useRoundWords() {
  const t = useTranslations("evaluation.rounds");
  const locale = useLocale();
  const { day } = useDates();
  return {
    nameOf: ({ names }: Round) => names[locale],
    /**
     * Returns the number and the kind of the projects that the evaluator reads in the round: "50 pre-selected
     * projects".
     */
    projects: ({ stage }: Round, { total }: ProjectList["counts"]) =>
      t("projects", { stage, count: total }),
    /**
     * Returns a sentence about the number of projects that the evaluator reads in the round, and about the stage that
     * the round decides.
     */
    about: ({ stage }: Round, { total }: ProjectList["counts"]) =>
      t("about", { stage, count: total }),
    /**
     * Returns a text with the date until which the evaluator can score, or since which the round is read-only. Returns
     * null if no such date is known.
     */
    time({ closed_at, scoring, evaluationOpensAt, evaluationDeadlineAt }: RoundWork) {
      if (closed_at !== null) return t("closed", dated("date", day(closed_at)));
      if (scoring === "over") return t("over");
      if (scoring === "not_yet") {
        return evaluationOpensAt && t("opens", dated("date", day(evaluationOpensAt)));
      }
      if (!evaluationDeadlineAt) return null;
      const { lastDay } = closingMoment(new Date(evaluationDeadlineAt));
      return t("until", dated("date", day(lastDay)));
    },
  };
}
