import { useTranslations } from "next-intl";
import { useErrorWords } from "@/components/forms/error-words";
import type { Tone } from "@/components/ui/figures/status";
import { PROGRAMME_ZONE } from "@/contract/deadline";
import { useServerNow, useVisitorZone } from "@/lib/browser/server-clock";
import { fieldsIn } from "@/lib/draft/form";
import { dated } from "@/lib/i18n/is-elided";
import { isAtWork } from "@/lib/uploads/upload-state";
import { useApplication, useDraft, useUploadStates } from "../application-context";
import { withdrawnAs } from "../application-state";
import { addressOfField } from "../steps/gaps";
import { useStuckName } from "../steps/problem-words";
import { useDateFormat } from "../use-date-format";
import { showOffer } from "./show-offer";

/** Transient refusals: the save is retried, so the line does not ask for it. */
const PASSING = ["unavailable", "bad_answer", "too_many_requests"] as const;

export type SaveLine = {
  tone: Tone;
  words: string;
  /** What changes every second, kept apart so that it is not announced every second. */
  ticking?: string;
  /** Not saved, or worse: announced at once to screen readers. */
  alarming: boolean;
  action?: { words: string; run: () => void };
  /** What has to be mended before it can be saved: the first one, and how many more there are. */
  toMend?: { name: string; href: string; others: number };
};

/**
 * An instant as "10:31", or with its day when that is not today: in Rome's time, as on the receipt, with the
 * visitor's own beside it where that is another.
 */
export function useShortTime(): (instant: string) => string {
  const format = useDateFormat();
  const zone = useVisitorZone(PROGRAMME_ZONE);
  const t = useTranslations("project");
  const now = useServerNow();
  return (instant) => {
    const [rome, own] = [timeIn(PROGRAMME_ZONE, instant), timeIn(zone, instant)];
    return rome === own ? rome : t("time.both", { rome, own });
  };

  function timeIn(timeZone: string, instant: string): string {
    const at = new Date(instant);
    const day = (date: Date) => format.dateTime(date, { timeZone, dateStyle: "short" });
    const time = format.dateTime(at, {
      timeZone,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    if (now !== null && day(at) === day(new Date(now))) return t("time.today", { time });
    if (now !== null && day(at) === day(new Date(now - 86_400_000)))
      return t("time.yesterday", { time });
    return t("time.date", {
      ...dated("date", format.dateTime(at, { timeZone, day: "numeric", month: "long" })),
      time,
    });
  }
}

/** The state of the text right now: one line, always. */
export function useSaveLine(): SaveLine {
  const t = useTranslations("project.state");
  const reason = useErrorWords();
  const closedText = useTranslations("project.closed");
  const { draft, answer, closed, writesMember, askSignIn, askConflict } = useApplication();
  const { autosave, unsaved, problems, conflict, savedAt, isInHandUnsaved, offered } = useDraft();
  const offer = useTranslations("project.offered");
  const named = useStuckName();
  const inHand = isInHandUnsaved ? 1 : 0;
  const rising = Object.values(useUploadStates()).some(isAtWork);
  const shortTime = useShortTime();
  // Re-renders every second while counting down to a retry.
  useServerNow(autosave.kind === "failed" ? "second" : "halfMinute");

  const left = unsaved.length + inHand;
  const saved = savedAt ? shortTime(savedAt) : null;

  if (closed) {
    const kept = left > 0 ? t("kept", { count: left }) : "";
    return {
      tone: "off",
      words:
        `${closedText(`short.${closed === "withdrawn" ? withdrawnAs(answer) : closed}`)} ${kept}`.trim(),
      alarming: left > 0,
    };
  }
  if (conflict) {
    const action = { words: t("compare"), run: askConflict };
    return { tone: "wrong", words: t("conflict"), alarming: true, action };
  }
  if (autosave.kind === "failed") {
    const { error, retryAt } = autosave;
    const passing = PASSING.find((code) => code === error.code);
    const signIn = error.code === "not_authenticated";
    const seconds = retryAt && Math.max(0, Math.ceil((retryAt - Date.now()) / 1000));
    return {
      tone: "wrong",
      words: t("failed", { reason: passing ? t(`why.${passing}`) : reason(error.code) }),
      ...(seconds !== null && { ticking: t("retryIn", { seconds }) }),
      alarming: true,
      action: signIn
        ? { words: t("signIn"), run: () => askSignIn() }
        : { words: t("tryNow"), run: () => void draft.retry() },
    };
  }
  if (autosave.kind === "saving") return { tone: "flight", words: t("saving"), alarming: false };
  const wrong = fieldsIn(problems);
  const invalid = wrong.length + (writesMember ? 0 : inHand);
  if (invalid > 0 && invalid === left) {
    const words = saved ? t("savedBut", { time: saved }) : t("unsaved");
    const [first] = wrong;
    const toMend = {
      name: first ? named(first) : offer("member"),
      href: first ? addressOfField(first) : "/dashboard/project/team",
      others: invalid - 1,
    };
    return { tone: "flight", words, alarming: false, toMend };
  }
  if (left > 0) return { tone: "flight", words: t("waiting"), alarming: false };
  if (offered) {
    const action = { words: t("offeredShow"), run: showOffer };
    return { tone: "flight", words: t("offered"), alarming: false, action };
  }
  if (rising) return { tone: "flight", words: t("rising"), alarming: false };
  if (saved) return { tone: "done", words: t("saved", { time: saved }), alarming: false };
  return { tone: "here", words: t("nothing"), alarming: false };
}
