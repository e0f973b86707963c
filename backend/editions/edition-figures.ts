import { eq } from "drizzle-orm";
import {
  BEGIN_HOURS_MIN,
  type EditionFigures,
  type FigureProblem,
  figureProblem,
  GRACE_MAX,
  inReminderOrder,
  PLACES_MAX,
  READINGS_MAX,
  REMINDED,
  REMINDER_HOURS_MAX,
  REMINDERS_MOST,
  type Reminded,
  type Reminders,
} from "@/contract/edition-figures";
import { type Places, perStage, STAGE_IDS } from "@/contract/evaluation/funnel";
import { RuleViolation } from "../audit-log/rule-violation";
import type { Executor } from "../db/connect";
import { decisionReleases } from "../db/schema/evaluations";
import type { Edition } from "./edition";

/**
 * Numbers of an edition to set, such as its places per selection stage. Missing numbers stay unchanged. `graceMinutes:
 * null` restores the site's setting.
 */
export type GivenFigures = {
  places?: Partial<Places> | undefined;
  readings?: number | undefined;
  graceMinutes?: number | null | undefined;
  reminders?: Partial<Reminders> | undefined;
  feedback?: boolean | undefined;
  feedbackBand?: boolean | undefined;
  discussion?: boolean | undefined;
};

/** Returns an object without its undefined values, so that missing values overwrite nothing. */
export function definedOnly<V extends object>(values: V): { [K in keyof V]?: NonNullable<V[K]> } {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [K in keyof V]?: NonNullable<V[K]> };
}

/**
 * Returns the numbers of an edition (places per selection stage, evaluators per project, grace period, reminder times)
 * after a change.
 */
export function figuresAfter(edition: EditionFigures, given: GivenFigures): EditionFigures {
  const reminders = { ...edition.reminders, ...given.reminders };
  return {
    places: perStage((stage) => given.places?.[stage] ?? edition.places[stage]),
    readings: given.readings ?? edition.readings,
    graceMinutes: given.graceMinutes === undefined ? edition.graceMinutes : given.graceMinutes,
    reminders: {
      applicants: inReminderOrder(reminders.applicants),
      begin: inReminderOrder(reminders.begin),
      evaluators: inReminderOrder(reminders.evaluators),
    },
    feedback: given.feedback ?? edition.feedback,
    feedbackBand: given.feedbackBand ?? edition.feedbackBand,
    discussion: given.discussion ?? edition.discussion,
  };
}

const onOff = (is: boolean) => (is ? "on" : "off");

/** Returns the changed numbers of an edition by name, as "before → after", for the audit log. */
export function changedFigures(
  before: EditionFigures,
  after: EditionFigures,
): Record<string, string> {
  const rows = [
    ...STAGE_IDS.map((stage) => [`places_${stage}`, before.places[stage], after.places[stage]]),
    ["readings", before.readings, after.readings],
    ["grace", before.graceMinutes ?? "–", after.graceMinutes ?? "–"],
    ...REMINDED.map((to) => [
      `reminders_${to}`,
      before.reminders[to].join(" ") || "–",
      after.reminders[to].join(" ") || "–",
    ]),
    ["feedback", onOff(before.feedback), onOff(after.feedback)],
    ["feedback_band", onOff(before.feedbackBand), onOff(after.feedbackBand)],
    ["discussion", onOff(before.discussion), onOff(after.discussion)],
  ];
  return Object.fromEntries(
    rows.flatMap(([name, was, is]) => (was === is ? [] : [[name, `${was} → ${is}`]])),
  );
}

/**
 * Reports whether a release of decisions has frozen an edition's places per selection stage and evaluators per project
 * (rule staff.figures).
 */
export async function hasReleased(db: Executor, { id }: Pick<Edition, "id">): Promise<boolean> {
  return (await db.$count(decisionReleases, eq(decisionReleases.editionId, id))) > 0;
}

/**
 * Throws if the numbers of an edition contradict each other, or if a change concerns a number that a release of
 * decisions has frozen.
 */
export async function requireFigures(
  db: Executor,
  edition: Edition,
  after: EditionFigures,
): Promise<void> {
  const changed = Object.keys(changedFigures(edition, after));
  if (changed.length === 0) {
    throw new RuleViolation("The figures are the same as before.", "figures_same");
  }
  const problem = figureProblem(after);
  if (problem) {
    const { code, ...named } = problem;
    throw new RuleViolation(sayProblem(problem), code, { ...named, ...limitsOf(problem) });
  }
  const isFrozen = changed.some((name) => name.startsWith("places_") || name === "readings");
  if (isFrozen && (await hasReleased(db, edition))) {
    throw new RuleViolation(
      `Edition ${edition.year} has a released decision: its places and readings no longer change.`,
      "figures_frozen",
    );
  }
}

/** Returns the limits that an error message about an edition's numbers contains. */
function limitsOf(problem: FigureProblem): Record<string, string> {
  const most = {
    places_range: PLACES_MAX,
    readings_range: READINGS_MAX,
    grace_range: GRACE_MAX,
    reminder_range: REMINDER_HOURS_MAX,
    reminder_many: "about" in problem ? REMINDERS_MOST[problem.about as Reminded] : 0,
  };
  if (problem.code === "begin_late") return { least: String(BEGIN_HOURS_MIN) };
  return problem.code in most ? { most: String(most[problem.code as keyof typeof most]) } : {};
}

/** Returns a problem with an edition's numbers as a sentence for the user of a command. */
function sayProblem(problem: FigureProblem): string {
  switch (problem.code) {
    case "places_cross":
      return `${problem.about} would have more places than ${problem.before}, which comes before it.`;
    case "places_range":
      return `${problem.about} needs 1 to ${PLACES_MAX} places.`;
    case "readings_range":
      return `A project needs 1 to ${READINGS_MAX} readings.`;
    case "grace_range":
      return `The grace period lasts 0 to ${GRACE_MAX} minutes.`;
    case "reminder_late":
      return `A reminder (${problem.about}) would leave at or after the deadline.`;
    case "reminder_range":
      return `A reminder (${problem.about}) leaves 1 to ${REMINDER_HOURS_MAX} whole hours before the deadline.`;
    case "reminder_twice":
      return `Two reminders (${problem.about}) would leave at the same time.`;
    case "reminder_many":
      return `There can be at most ${REMINDERS_MOST[problem.about]} reminder times (${problem.about}).`;
    case "begin_late":
      return `The reminder to begin leaves more than ${BEGIN_HOURS_MIN} hours before the deadline.`;
  }
}
