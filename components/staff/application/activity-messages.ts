import { useLocale, useTranslations } from "next-intl";
import { useRecordedRefusal } from "@/components/forms/refusal-messages";
import { romeInstant } from "@/contract/deadline";
import { filledDetails, type ReleaseDetails } from "@/contract/evaluation/release-details";
import { languageOf } from "@/contract/languages";
import type { ProjectField } from "@/contract/project/project-fields";
import type { ActivityEntry } from "@/contract/staff/application";
import type { MailState } from "@/contract/staff/mail-activity";
import { useWhen } from "../shell/use-when";

const TONES: Record<MailState, Words["tone"]> = {
  waiting: "calm",
  stuck: "wrong",
  failed: "wrong",
  sent: "done",
  expired: "calm",
};

type Words = { title: string; details: string[]; tone: "calm" | "done" | "wrong" };

/** Returns a function that describes an activity entry as text, with a tone that shows whether the event succeeded. */
export function useActivityMessages(): (one: ActivityEntry) => Words {
  const t = useTranslations("staff.application");
  const fields = useTranslations("fields");
  const whyRefused = useRecordedRefusal();
  const { moment, time, day } = useWhen();
  const when = (local: string) =>
    (local.includes("T") ? moment : day)(romeInstant(local).toISOString());
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const present = (...details: (string | false | null)[]) =>
    details.filter((one) => !!one) as string[];

  const language = languageOf(useLocale());
  /** Returns the details that staff entered for a released decision: a place, a time, and a free sentence. */
  const detailsOf = (details: ReleaseDetails) => [
    details[`where_${language}`] ?? null,
    details.when ? when(details.when) : null,
    details[`sentence_${language}`] ?? null,
  ];

  return (one) => {
    if (one.kind === "act") {
      const who = one.who ?? t("somebody");
      return {
        title: t("acted", { who, act: t(`act.${one.act}` as "act.other") }),
        details: present(one.reason && t("quoted", { words: one.reason })),
        tone: "calm",
      };
    }
    if (one.kind === "mail") {
      const { subject, state, left, attempts, says } = one;
      return {
        title: t("quoted", { words: subject }),
        details: present(
          t(`mail.${state}`, { at: left ? moment(left) : "", attempts }),
          says && t(state === "sent" ? "answered" : "says", { words: says }),
        ),
        tone: TONES[state],
      };
    }
    const { type, facts } = one;
    if (type === "decision") {
      const { stage, outcome, correction } = facts;
      return {
        title: t("event.decision", {
          outcome: t(`outcome.${outcome}.${stage}` as "outcome.title"),
        }),
        details: present(
          correction === true && t("outcome.correction"),
          ...detailsOf(filledDetails(facts)),
        ),
        tone: "calm",
      };
    }
    const field = text(facts.field) as ProjectField;
    const since = text(facts.since);
    const values = { field: field && fields(`label.${field}`), count: Number(facts.saves ?? 1) };
    // A withdrawn draft was never sent, so its message says that the draft was deleted.
    const draft = facts.draft === true ? "Draft" : "";
    return {
      title: t(`event.${type}${draft}` as "event.saved", values),
      details: present(
        type === "saved" && since !== "" && t("between", { from: time(since), to: time(one.at) }),
        text(facts.name),
        type === "file_refused" && whyRefused(facts),
        facts.number ? t("receipt", { number: text(facts.number) }) : null,
      ),
      tone: type === "file_refused" ? "wrong" : "calm",
    };
  };
}
