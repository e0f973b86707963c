import type { Effect } from "@/contract/staff/preview";
import { type Effects, told } from "../../staff/editions/effects";

/** Texts for the terminal that describe the effects of changing an edition. */
const SAYS: Record<keyof Effects, string> = {
  deadlines: "deadlines that move",
  cut_off: "applications cut off at once",
  given_back: "applications open again",
  now_locked: "sent applications that can no longer be changed",
  now_changeable: "sent applications that can be changed until the deadline",
  places_pre_selected: "places in pre_selected",
  places_semifinalist: "places in semifinalist",
  places_finalist: "places in finalist",
  places_winner: "places in winner",
  places_challenge_winner: "places in challenge_winner",
  places_incubation: "places in incubation",
  places_over: "projects that are already selected and have no place any more",
  readings_wanted: "readings wanted per project",
  readings_planned: "readings of the reading plan in force, which stay",
  grace_minutes: "minutes of grace after the deadline",
  grace_over: "the grace period is over at once",
  feedback_writers: "evaluators who can write to applicants",
  feedback_received: "applicants who are not selected get a text or a reason with the outcome",
  feedback_checked: "staff decide about each text, and a release without one stops",
  feedback_off: "evaluators no longer write to applicants",
  feedback_band_on: "applicants also read their position beside the median",
  feedback_band_off: "applicants no longer read their position beside the median",
  evaluators_deadlines: "evaluators with a new deadline",
  reminders_due: "reminders that leave now",
  reminders_moved: "reminders that move to another day",
  reminders_new: "additional reminders",
  reminders_gone: "reminders that are no longer sent",
  extensions_moot: "extensions that are no longer needed",
  extensions_back: "extensions that apply again",
  extensions_stay: "extensions that stay open, and that the selection waits for",
  evaluation_days: "days to evaluate after applications close",
  timelines: "timelines that show the new date",
  current_edition: "another edition becomes the current one",
  public_pages: "the public pages show other dates",
  public_places: "the public pages show other places",
  days: "first and last day",
};

/** Returns one line per effect of an edition change, for the terminal. Shows the same effects as the staff area. */
export function sayEffects(effects: Effects): string[] {
  return told(effects, []).map((one) => `${SAYS[one.name as keyof Effects]}${howMany(one)}`);
}

/** Names of the effects that the terminal shows without a count. */
const ALONE = [
  ...["current_edition", "public_pages", "public_places", "grace_over"],
  ...["feedback_received", "feedback_checked", "feedback_off"],
  ...["feedback_band_on", "feedback_band_off"],
];

const howMany = ({ name, count }: Effect) => (ALONE.includes(name) ? "" : `: ${count}`);
