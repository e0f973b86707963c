import type { AttentionWord, Check, CheckAnswer, Today } from "@/contract/staff/today";
import { SCREENS } from "../shell/screens";

/** Structure of the page. Rows appear and disappear only while the user does not point at them. */
export type Shape = {
  /** The most harmful service problem, shown at the top; null without one. */
  hero: Check | null;
  /** All other checks that need attention or have an unknown result, the worst first. */
  rows: readonly Check[];
  /** Checks whose count is currently normal. Today shows them but does not count them. */
  normal: readonly Check[];
};

/** Returns what needs attention, in the order of harm. */
export function shapeOf({ checks }: Pick<Today, "checks">): Shape {
  // An unknown count is not zero.
  const found = checks.filter(({ count, known }) => count > 0 || !known);
  const hero = found.find(({ word, count }) => word === "stuck" && count > 0)?.check ?? null;
  return {
    hero,
    rows: found.map(({ check }) => check).filter((check) => check !== hero),
    normal: checks.filter(({ normal }) => normal && normal.count > 0).map(({ check }) => check),
  };
}

/** The list that shows exactly what a check counts, if such a list exists. */
const LISTS: Partial<Record<Check, { screen: string; rest: string }>> = {
  mails_stuck: { screen: "mail", rest: "?state=stuck" },
  mails_failed: { screen: "mail", rest: "?address=rejecting" },
  sender_domain: { screen: "mail", rest: "" },
  mails_paused: { screen: "mail", rest: "" },
  complete_not_sent: { screen: "applications", rest: "?state=complete&due=soon" },
  uploads_interrupted: { screen: "applications", rest: "?trouble=interrupted&due=ahead" },
  uploads_refused: { screen: "applications", rest: "?trouble=refused&due=ahead" },
  few_readings: { screen: "applications", rest: "?readings=few" },
  evaluators_late: { screen: "evaluators", rest: "?state=late" },
  invitations_unanswered: { screen: "evaluators", rest: "?state=unanswered" },
  decisions_unreleased: { screen: "selection", rest: "" },
  releases_proposed: { screen: "selection", rest: "" },
  erasures_proposed: { screen: "people", rest: "?erasure=proposed" },
  addresses_proposed: { screen: "people", rest: "/richieste?state=proposed" },
  requests_due: { screen: "people", rest: "/richieste?state=due" },
};

/** Returns the URL of the list that shows what a check counts; undefined if no list does. */
export function listOf({ check }: Pick<CheckAnswer, "check">): string | undefined {
  const list = LISTS[check];
  const screen = SCREENS.find(({ name }) => name === list?.screen);
  return list && screen && `${screen.path}${list.rest}`;
}

/** Returns the number beside a check: what needs attention, or what is currently normal. */
export const shownOf = ({ count, normal }: Pick<CheckAnswer, "count" | "normal">): number =>
  count || (normal?.count ?? 0);

/** Returns the state of a check. "zero" means that the count is known and nothing was found. */
export function wordOf(one: CheckAnswer): AttentionWord | "unknown" | "normal" | "zero" {
  if (!one.known) return "unknown";
  if (one.count > 0) return one.word;
  return shownOf(one) > 0 ? "normal" : "zero";
}
