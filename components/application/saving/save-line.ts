import { useTranslations } from "next-intl";
import { useErrorMessages } from "@/components/forms/error-messages";
import type { Tone } from "@/components/ui/figures/status";
import { useServerNow } from "@/lib/browser/server-clock";
import { fieldsIn } from "@/lib/draft/form";
import { isAtWork } from "@/lib/uploads/upload-state";
import { useApplication, useDraft, useUploadStates } from "../application-context";
import { withdrawnAs } from "../application-state";
import { addressOfField } from "../gaps";
import { showRecovery } from "../notices/show-offer";
import { useStuckName } from "../problem-messages";
import { useShortTime } from "../use-date-format";

/** Transient errors. The save is retried automatically, so the user is not asked to retry. */
const PASSING = ["unavailable", "bad_answer", "too_many_requests"] as const;

export type SaveLine = {
  tone: Tone;
  words: string;
  /**
   * The part of the save state that changes every second. It is separate, so that screen readers do not announce it
   * every second.
   */
  ticking?: string;
  /** Whether screen readers announce the save state immediately, for example after a failed save. */
  alarming: boolean;
  action?: { words: string; run: () => void };
  /** The first field that the user must correct before saving can succeed, and the number of further such fields. */
  toMend?: { name: string; href: string; others: number };
};

/** Returns the current save state as one line of text. */
export function useSaveLine(): SaveLine {
  const t = useTranslations("project.state");
  const reason = useErrorMessages();
  const closedText = useTranslations("project.closed");
  const { draft, answer, closed, writesMember, askSignIn, askConflict } = useApplication();
  const { autosave, unsaved, problems, conflict, savedAt, isInHandUnsaved, offered } = useDraft();
  const offer = useTranslations("project.offered");
  const named = useStuckName();
  const inHand = isInHandUnsaved ? 1 : 0;
  const rising = Object.values(useUploadStates()).some(isAtWork);
  const shortTime = useShortTime();
  // Re-render every second during the countdown to an automatic retry.
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
    const action = { words: t("offeredShow"), run: showRecovery };
    return { tone: "flight", words: t("offered"), alarming: false, action };
  }
  if (rising) return { tone: "flight", words: t("rising"), alarming: false };
  if (saved) return { tone: "done", words: t("saved", { time: saved }), alarming: false };
  return { tone: "here", words: t("nothing"), alarming: false };
}
