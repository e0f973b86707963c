import { useLocale, useTranslations } from "next-intl";
import type { EditionDates } from "@/lib/browser/countdown";
import { datesIn } from "@/lib/i18n/dates";
import { dated } from "@/lib/i18n/is-elided";
import { calendarOf } from "./calendar";

/** The steps that an application can reach, from sending to winning. Applicants are informed of each step. */
export type ToldStage = "sent" | "pre_selected" | "semifinalist" | "finalist" | "winner";

/**
 * Returns a function that describes when a selection stage happens: the day from the edition's calendar, or a phrase
 * such as "By the end of evaluation" if the day is unknown.
 */
export function useStageMoment(edition: EditionDates): (stage: ToldStage) => string {
  const t = useTranslations("call.stages.when");
  const { date } = datesIn(useLocale());
  const { phases } = calendarOf(edition);
  const [evaluation, winners] = ["evaluation", "winners"].map((name) =>
    phases.find((phase) => phase.name === name),
  );
  const first = evaluation && new Date(evaluation.namedFrom);
  // A phase ends at the midnight after its last day, so subtract 1 ms to get its last day.
  const last = evaluation && new Date(Date.parse(evaluation.endsAt) - 1);
  // A round ends at the midnight after its last day, so subtract 1 ms to get its last day.
  const endOf = (stage: string) => {
    const round = edition.rounds?.find((one) => one.stage === stage);
    return round && new Date(Date.parse(round.closes) - 1);
  };
  const days: Partial<Record<ToldStage, Date | false | undefined>> = {
    pre_selected: evaluation?.byDay && first,
    semifinalist: evaluation?.byDay && (endOf("semifinalist") ?? last),
    finalist: evaluation?.byDay && (endOf("finalist") ?? last),
    winner: winners?.byDay && new Date(winners.namedFrom),
  };

  return (stage) => {
    const at = days[stage];
    if (!at) return t(stage, { known: "false", elided: "false", day: "" });
    const isOther = date(at, { year: "numeric" }) !== String(edition.year);
    const day = date(at, { day: "numeric", month: "long", ...(isOther && { year: "numeric" }) });
    return t(stage, { known: "true", ...dated("day", day) });
  };
}
