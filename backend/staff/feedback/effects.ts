import { BAND_PROJECTS } from "@/contract/evaluation/feedback";
import type { Effect } from "@/contract/staff/preview";

/** Possible effects of changing a round's feedback setting, in display order. */
export const FEEDBACK_EFFECTS = [
  "feedback_writers",
  "feedback_received",
  "feedback_checked",
  "feedback_off",
  "feedback_band_on",
  "feedback_band_off",
] as const;
type FeedbackEffect = (typeof FEEDBACK_EFFECTS)[number];

/**
 * The feedback setting of a round: whether evaluators write feedback to applicants, and whether applicants see their
 * position relative to the median (band).
 */
type Choice = { feedback: boolean; band: boolean };

/**
 * Returns the effects of a change of the feedback setting on evaluators, applicants and staff. An effect that does not
 * apply has the count 0.
 *
 * @param writers the number of evaluators on the jury of the round
 */
export function feedbackEffects(was: Choice, is: Choice, writers: number): Effect[] {
  const isOn = is.feedback && !was.feedback;
  const [had, has] = [was, is].map(({ feedback, band }) => feedback && band);
  const counts: Record<FeedbackEffect, number> = {
    feedback_writers: isOn ? writers : 0,
    feedback_received: isOn ? 1 : 0,
    feedback_checked: isOn ? 1 : 0,
    feedback_off: was.feedback && !is.feedback ? 1 : 0,
    feedback_band_on: has && !had ? 1 : 0,
    feedback_band_off: had && !has && is.feedback ? 1 : 0,
  };
  return FEEDBACK_EFFECTS.map((name) => ({
    ...{ name, count: counts[name] },
    ...(name === "feedback_band_on" && { facts: { least: String(BAND_PROJECTS) } }),
  }));
}
