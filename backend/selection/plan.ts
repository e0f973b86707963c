import { isPastDeadline } from "@/contract/deadline";
import { MINUTE } from "@/contract/durations";
import type { Stage } from "@/contract/evaluation/funnel";
import type { Effect } from "@/contract/staff/preview";
import type { Executor } from "../db/connect";
import { type Edition, lastDeadline } from "../editions/edition";
import { untilWords } from "../scheduling/say-dates";
import type { Candidate } from "./candidates";

export type PreviewRow = {
  candidate: Candidate;
  stage: Stage;
  /** What the selection action does with the project's decision. */
  action: "select" | "keep" | "undo" | "correct" | "release";
  outcome: "selected" | "not_selected";
  /** The rule that forbids the selection action for this project, or null. */
  problem: string | null;
  /** True if the decision replaces a decision that was already released. */
  correction?: boolean;
};

/**
 * Preview of a selection action. Blockers stop the action, unless staff override them; warnings do not stop it.
 * `blocked` and `warnings` contain them as sentences for the terminal, `against` and `notes` contain them as effects
 * that pages translate.
 */
export type SelectionPreview = {
  rows: PreviewRow[];
  blocked: string[];
  warnings: string[];
  against: Effect[];
  notes: Effect[];
};

export const emptyPreview = (): SelectionPreview => ({
  rows: [],
  blocked: [],
  warnings: [],
  against: [],
  notes: [],
});

/** Adds a blocker to a preview: as a sentence for the terminal, and as an effect that pages translate. */
export function block(preview: SelectionPreview, sentence: string, effect: Effect): void {
  preview.blocked.push(sentence);
  preview.against.push(effect);
}

/**
 * Time of the preview, and the grace period in minutes: how long applications can still arrive after their deadline.
 */
export type Arrivals = { now: Date; graceMinutes: number };

/**
 * Adds a blocker to a preview while applications can still arrive: until the general deadline and the last extension
 * have passed and the grace period has ended.
 */
export async function blockWhileArriving(
  preview: SelectionPreview,
  db: Executor,
  edition: Edition,
  { now, graceMinutes }: Arrivals,
): Promise<void> {
  const isOpen = !isPastDeadline(edition.closesAt, now, 0);
  if (isOpen) {
    const sentence = `Applications of ${edition.year} are still open.`;
    block(preview, sentence, { name: "still_open", count: 0 });
  }
  const last = await lastDeadline(db, edition);
  if (last > edition.closesAt && !isPastDeadline(last, now, 0)) {
    const facts = { until: last.toISOString() };
    block(preview, `Somebody has more time, ${untilWords(last)}.`, {
      name: "more_time",
      count: 0,
      facts,
    });
  } else if (!isOpen && !isPastDeadline(last, now, graceMinutes)) {
    const until = new Date(last.getTime() + graceMinutes * MINUTE);
    const sentence = `What is under way is still accepted, ${untilWords(until)}.`;
    const facts = { until: until.toISOString() };
    block(preview, sentence, { name: "in_grace", count: 0, facts });
  }
}

/** Adds a warning to a preview: as a sentence for the terminal, and as an effect that pages translate. */
export function warn(preview: SelectionPreview, sentence: string, effect: Effect): void {
  preview.warnings.push(sentence);
  preview.notes.push(effect);
}
