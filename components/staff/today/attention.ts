import type { AttentionWord, Check, CheckAnswer, Today } from "@/contract/staff/today";
import { SCREENS } from "../frame/screens";

/** What the page is made of: rows come and go only when nobody points at them. */
export type Shape = {
  /** What of ours stands still and harms most: it takes the field at the top. */
  hero: Check | null;
  /** All else that needs somebody, or of which nobody knows, worst first. */
  rows: readonly Check[];
  /** Checks whose count is normal at present: Today shows them and does not count them. */
  normal: readonly Check[];
};

/** What of an answer needs somebody, in its order of harm. */
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

/** The list that holds exactly what a check counts; only where such a list is. */
const LISTS: Partial<Record<Check, { screen: string; rest: string }>> = {
  mails_stuck: { screen: "mail", rest: "?state=stuck" },
  mails_failed: { screen: "mail", rest: "?address=rejecting" },
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

/** Where the list of what a check counts is; undefined where there is none. */
export function listOf({ check }: Pick<CheckAnswer, "check">): string | undefined {
  const list = LISTS[check];
  const screen = SCREENS.find(({ name }) => name === list?.screen);
  return list && screen && `${screen.path}${list.rest}`;
}

/** The number beside a check: what needs somebody, or what is normal for now. */
export const shownOf = ({ count, normal }: Pick<CheckAnswer, "count" | "normal">): number =>
  count || (normal?.count ?? 0);

/** What a check found, in a word: zero is known and nothing. */
export function wordOf(one: CheckAnswer): AttentionWord | "unknown" | "normal" | "zero" {
  if (!one.known) return "unknown";
  if (one.count > 0) return one.word;
  return shownOf(one) > 0 ? "normal" : "zero";
}
