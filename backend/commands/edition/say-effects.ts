import type { Effect } from "@/contract/staff/preview";
import { type Effects, told } from "../../staff/editions/effects";

/** Texts of the effects of a changed edition, for the terminal. */
const SAYS: Record<keyof Effects, string> = {
  deadlines: "deadlines that move",
  cut_off: "applications cut off at once",
  given_back: "applications open again",
  now_locked: "sent applications that can no longer be changed",
  now_changeable: "sent applications that can be changed until the deadline",
  evaluators_deadlines: "evaluators with another deadline",
  reminders_moved: "reminders on another day",
  reminders_new: "more reminders",
  reminders_gone: "reminders that no longer leave",
  extensions_moot: "extensions that serve no more",
  extensions_back: "extensions that serve again",
  extensions_stay: "extensions that go on, and that the selection waits for",
  evaluation_days: "days to evaluate with applications closed",
  timelines: "timelines that say the new date",
  current_edition: "another edition is the current one",
  public_pages: "the public pages say other dates",
  days: "first and last day",
};

/** Returns one line per effect that applies, with the same selection as the staff area. */
export function sayEffects(effects: Effects): string[] {
  return told(effects, []).map((one) => `${SAYS[one.name as keyof Effects]}${howMany(one)}`);
}

const howMany = ({ name, count }: Effect) =>
  name === "current_edition" || name === "public_pages" ? "" : `: ${count}`;
