import { useLocale, useTranslations } from "next-intl";
import { useRecordedRefusal } from "@/components/forms/refusal-messages";
import { closingMoment, PROGRAMME_ZONE, romeInstant } from "@/contract/deadline";
import type { AnswerOf } from "@/contract/endpoint";
import { DECISION_OUTCOMES, STAGE_IDS } from "@/contract/evaluation/funnel";
import { filledDetails, type ReleaseDetails } from "@/contract/evaluation/release-details";
import { languageOf } from "@/contract/languages";
import type { getTimeline } from "@/contract/project/project";
import { FILE_FIELDS } from "@/contract/project/project-fields";
import { useDateFormat } from "../use-date-format";

type Answer = AnswerOf<typeof getTimeline>;
export type TimelineEvent = Answer["events"][number];
export type TimelineDate = Answer["dates"][number];
type EventWords = { title: string; detail?: string | undefined };

/** Kinds of dates whose time is the end of a day. The timeline shows this time as 24:00 of that day. */
const ENDS: readonly string[] = ["deadline", "evaluation_closes", "round_closes"];

/** Returns the decision in a timeline event, or null if this page does not know the stage or the outcome. */
export function decisionOf(data: TimelineEvent["data"]) {
  const stage = STAGE_IDS.find((id) => id === data.stage);
  const outcome = DECISION_OUTCOMES.find((name) => name === data.outcome);
  if (!stage || !outcome) return null;
  return { stage, outcome, correction: data.correction === true, details: filledDetails(data) };
}

/** Returns the texts of the timeline. All times are in the programme's time zone. */
export function useTimelineMessages() {
  const t = useTranslations("dashboard.timeline");
  const names = useTranslations("fields.label");
  const whyRefused = useRecordedRefusal();
  const format = useDateFormat();
  const language = languageOf(useLocale());
  const timeZone = PROGRAMME_ZONE;
  const clock = (instant: string) =>
    format.dateTime(new Date(instant), {
      timeZone,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  const day = (at: Date) =>
    format.dateTime(at, { timeZone, day: "numeric", month: "long", year: "numeric" });

  function closing(instant: string): string {
    const { lastDay, time } = closingMoment(new Date(instant));
    if (time === "24:00") return t("dayEnd", { date: day(lastDay) });
    return t("at", { date: day(lastDay), time });
  }

  function fileTitle(field: unknown): string {
    const known = FILE_FIELDS.find((name) => name === field);
    return known ? names(known) : "";
  }

  function mailKind(data: TimelineEvent["data"]): string {
    if (String(data.kind).startsWith("decision_")) return t("mail.decision");
    // If the page has no text for an email's kind, the timeline still lists the event as an email.
    const kind = `mail.${data.kind}` as "mail.application_sent";
    return t.has(kind) ? t(kind, { number: String(data.number ?? "") }).trim() : t("mail.other");
  }

  /**
   * Returns the details that staff entered for a released decision, in the page's language: a place, a time, and a free
   * sentence.
   */
  function detailTexts(details: ReleaseDetails): string[] {
    const { when } = details;
    const where = details[`where_${language}`];
    const at = when && romeInstant(when);
    const date =
      at &&
      (when.includes("T") ? t("at", { date: day(at), time: clock(at.toISOString()) }) : day(at));
    return [
      where && t("decision.where", { where }),
      date && t("decision.when", { date }),
      details[`sentence_${language}`],
    ].filter((text) => !!text) as string[];
  }

  /**
   * Returns the title and the details of a timeline event. `replaced`: a newer receipt has replaced the event's
   * receipt.
   */
  function about({ at, type, data }: TimelineEvent, replaced: boolean): EventWords | null {
    const text = (value: unknown) => (typeof value === "string" ? value : undefined);
    switch (type) {
      case "saved": {
        const since = text(data.since);
        const title = t("event.saved", { count: Number(data.saves ?? 1) });
        if (!since || clock(since) === clock(at)) return { title };
        return { title, detail: t("event.savedSince", { since: clock(since), until: clock(at) }) };
      }
      case "file_uploaded":
      case "file_deleted":
        return {
          title: t(`event.${type}`, { title: fileTitle(data.field) }),
          detail: text(data.name),
        };
      case "file_refused": {
        const title = t("event.file_refused", { title: fileTitle(data.field) });
        return { title, detail: [text(data.name), whyRefused(data)].filter(Boolean).join(". ") };
      }
      case "sent":
      case "sent_again": {
        const number = text(data.number);
        const receipt = replaced ? "event.receiptReplaced" : "event.receipt";
        return { title: t(`event.${type}`), detail: number && t(receipt, { number }) };
      }
      case "mail_sent":
      case "mail_failed":
        return { title: t(`event.${type}`), detail: mailKind(data) };
      case "extended": {
        const until = text(data.until);
        return {
          title: t(data.back === true ? "event.extendedBack" : "event.extended"),
          detail: until && t("event.until", { date: closing(until) }),
        };
      }
      case "decision": {
        const decision = decisionOf(data);
        if (!decision) return null;
        const { stage, outcome, correction, details } = decision;
        const title = t(`decision.${outcome}.${stage}`);
        const parts = [...(correction ? [t("decision.correction")] : []), ...detailTexts(details)];
        return { title, detail: parts.join(" · ") || undefined };
      }
      case "seen":
        return {
          title: t("event.seen"),
          detail: t("event.seenFor", { count: Number(data.minutes ?? 0) }),
        };
      case "withdrawn":
      case "restored":
        return { title: t(`event.${type}${data.draft === true ? "Draft" : ""}`) };
      case "created":
      case "reverted":
        return { title: t(`event.${type}`) };
      default:
        return null;
    }
  }

  return {
    about,
    detailTexts,
    /** The time of a timeline event to the minute. */
    time: (instant: string) => t("at", { date: day(new Date(instant)), time: clock(instant) }),
    /** Returns the name of a timeline date. A past date has a different name than a future one. */
    dateName: ({ type, names }: TimelineDate, past: boolean) => {
      // A date with names is the end of a round, even if its type says that the whole evaluation ends.
      const kind = names ? "round_closes" : type;
      return t(past ? `past.${kind}` : `date.${kind}`, { name: names?.[language] ?? "" });
    },
    /** The date as text. A date at the start of a day is shown without a time. */
    dateTime: ({ at, type }: TimelineDate) =>
      ENDS.includes(type) ? closing(at) : day(new Date(at)),
  };
}
