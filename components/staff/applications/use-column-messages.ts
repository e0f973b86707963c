"use client";

import { useLocale, useTranslations } from "next-intl";
import {
  ANSWER_FILTERS,
  type AnswerFilter,
  type ApplicationColumn,
} from "@/contract/staff/applications";
import type { RoundStrip } from "@/contract/staff/rounds";
import { messageOf } from "@/lib/i18n/message-of";
import { useRoundTitles } from "../rounds/use-round-title";
import { useWhen } from "../shell/use-when";

export const isAnswer = (name: string): name is AnswerFilter =>
  ANSWER_FILTERS.some((one) => one === name);

/**
 * Returns the texts of the list's columns, filters, and values.
 *
 * @param shown the API response that names the round whose readings the columns count
 */
export function useColumnMessages(shown?: Pick<RoundStrip, "round">) {
  const t = useTranslations("staff.applications");
  const fields = useTranslations("fields.short");
  const options = useTranslations("options");
  const stages = useTranslations("staff.selection.stage");
  const figures = useTranslations("staff.figures");
  const languages = new Intl.DisplayNames(useLocale(), { type: "language" });
  const when = useWhen();
  const inRound = useRoundTitles(shown);
  const ofReadings = (name: string, label: string) =>
    name === "readings" ? inRound(label) : label;
  const labelOf = (name: ApplicationColumn) =>
    isAnswer(name) ? fields(name) : ofReadings(name, t(`column.${name}`));
  const answerOf = (name: AnswerFilter, value: string) =>
    name === "anno_costituzione" ? value : messageOf(options, value);
  const filterLabelOf = (name: string) => {
    if (name === "heard") return figures("answer.heard");
    return isAnswer(name) ? fields(name) : ofReadings(name, messageOf(t, `filter.${name}`));
  };
  /** Returns the displayed text of a filter's value, such as the name of a state. */
  const wordsOf = (name: string, value: string) => {
    if (isAnswer(name)) return answerOf(name, value);
    if (name === "heard") return messageOf(figures, `heard.${value}`);
    if (name === "reached") return messageOf(stages, value);
    if (name === "language") return languages.of(value) ?? value;
    if (name === "edition") return value;
    if (name === "sent_on") return when.day(value);
    if (name !== "readings" || value === "few") return messageOf(t, `value.${value}`);
    const [from = "", to] = value.split("-");
    if (to === undefined || to === from) return from;
    return to === "" ? t("readingsFrom", { from }) : t("readingsRange", { from, to });
  };
  return { labelOf, answerOf, filterLabelOf, wordsOf };
}
