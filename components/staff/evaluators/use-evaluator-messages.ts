import { useFormatter, useLocale, useTranslations } from "next-intl";
import { languageName } from "@/contract/languages";
import { ENDED_SESSION_DAYS } from "@/contract/limits";
import {
  type EvaluatorRow,
  isOnJury,
  JURY_CONFLICTS,
  type Jury,
} from "@/contract/staff/evaluators";
import { useLikelyYear } from "@/lib/browser/server-clock";
import { datesIn } from "@/lib/i18n/dates";
import { dated } from "@/lib/i18n/is-elided";
import { yearIfOther } from "../shell/use-when";

/** Returns functions that return the sentences of an evaluator's row. */
export function useEvaluatorMessages({ pace }: Jury) {
  const t = useTranslations("staff.evaluators");
  const options = useTranslations("options");
  const format = useFormatter();
  const locale = useLocale();
  const { date } = datesIn(locale);
  const year = useLikelyYear();
  const day = (instant: string) => {
    const at = new Date(instant);
    return date(at, { day: "numeric", month: "short", ...yearIfOther(at, year) });
  };
  const moment = (instant: string) =>
    `${day(instant)}, ${date(new Date(instant), { timeStyle: "short" })}`;

  return {
    /**
     * Returns the evaluator's email language, last visit, maximum number of projects, and number of recusals, as text.
     */
    about: ({ state, language, seen_at, recused, capacity }: EvaluatorRow): string =>
      [
        t("language", { language: languageName(locale, language) }),
        ...(seen_at
          ? [t("seen", { moment: moment(seen_at) })]
          : // A person who is only invited has no account, and so no last login.
            isOnJury(state)
            ? [t("unseenFor", { days: ENDED_SESSION_DAYS })]
            : []),
        ...(capacity === null ? [] : [t("capacity", { capacity })]),
        ...(recused > 0 ? [t("recused", { count: recused })] : []),
      ].join(" · "),
    /**
     * Describes the evaluator's stated languages, sectors, and conflicts of interest, and the projects in conflict.
     * `short` contains the languages and the numbers of the other entries. `lines` contains complete lists.
     */
    stated({ languages, sectors, conflicts, conflict_projects: projects }: EvaluatorRow) {
      const names = languages.map((one) => languageName(locale, one));
      const lines = [
        ...(names.length > 0 ? [t("readsLanguages", { names: format.list(names) })] : []),
        ...(sectors.length > 0
          ? [t("knows", { names: format.list(sectors.map((one) => options(one))) })]
          : []),
        ...(conflicts.length > 0
          ? [
              t("closeTo", {
                names: format.list(conflicts.map((one) => t("quoted", { words: one }))),
              }),
            ]
          : []),
        ...JURY_CONFLICTS.flatMap((kind) => {
          const own = projects.filter((one) => one.kind === kind).map((one) => one.name);
          return own.length > 0 ? [t("conflictsWith", { kind, names: format.list(own) })] : [];
        }),
      ];
      const short = [
        ...(names.length > 0 ? [t("readsLanguages", { names: format.list(names) })] : []),
        ...(sectors.length > 0 ? [t("sectors", { count: sectors.length })] : []),
        ...(conflicts.length > 0 ? [t("conflicts", { count: conflicts.length })] : []),
        ...(projects.length > 0 ? [t("conflictProjects", { count: projects.length })] : []),
      ].join(" · ");
      return { short, lines };
    },
    /**
     * Returns the state of an invitation as text: the reason for declining, or the time of sending and the validity of
     * the link.
     */
    asked: ({ state, words, answered_at, invited_at, link_until }: EvaluatorRow): string => {
      if (state === "declined") return words === "" ? t("noWords") : t("quoted", { words });
      const sent = invited_at ?? answered_at;
      const link = link_until
        ? t("linkUntil", dated("moment", moment(link_until)))
        : t(state === "invited" ? "knownAccount" : "noLink");
      return sent ? `${t("invitedOn", dated("moment", moment(sent)))}. ${link}` : link;
    },
    /**
     * Returns how many of the evaluator's projects are read, as text; a dash if the person has not accepted the
     * invitation.
     */
    read: ({ state, read, total }: EvaluatorRow): string =>
      isOnJury(state) ? t("readOf", { read, projects: total }) : "–",
    /** Describes when the evaluator closed the evaluation, or would finish at the current pace. */
    finishes({ state, closed_at, answered_at, finishes_at, begun, read }: EvaluatorRow): string {
      if (closed_at) return t("closedOn", dated("day", day(closed_at)));
      if (state === "declined" && answered_at) {
        return t("answeredOn", dated("day", day(answered_at)));
      }
      if (!isOnJury(state)) return "–";
      if (!begun && read === 0) return t("notBegun");
      if (!finishes_at) return t("cannotSay");
      const isTooLate = pace.until !== null && finishes_at > pace.until;
      return t(isTooLate ? "wouldFinish" : "finishes", dated("day", day(finishes_at)));
    },
  };
}
