import { type Places, SELECTION_STAGES, type Stage } from "./evaluation/funnel";

/*
 * The figures that staff set per edition (rule staff.figures): places per stage, readings per project, the
 * grace period, and the reminder times. The values here are only the defaults of a new edition: code reads the
 * values of the edition.
 */

export const DEFAULT_PLACES: Readonly<Places> = {
  pre_selected: 50,
  semifinalist: 20,
  finalist: 6,
  winner: 1,
  challenge_winner: 1,
  incubation: 3,
};
export const PLACES_MAX = 500;

/**
 * Default number of readings that a project should have before the last days of the evaluation
 * (rule staff.readings).
 */
export const DEFAULT_READINGS = 3;
export const READINGS_MAX = 12;

/** Longest grace period in minutes: one day. The current edition and the erasure of data depend on this limit. */
export const GRACE_MAX = 24 * 60;

/** The recipients of automatic reminders: applicants, people who have not begun, and evaluators. */
export const REMINDED = ["applicants", "begin", "evaluators"] as const;
export type Reminded = (typeof REMINDED)[number];

/** Hours before the deadline at which reminders are due, the largest first. */
export type Reminders = Record<Reminded, number[]>;

export const DEFAULT_REMINDERS: Readonly<Reminders> = {
  applicants: [7 * 24, 24, 3],
  begin: [7 * 24],
  evaluators: [7 * 24, 24],
};
/** Most reminder times per kind of recipient. A person gets the reminder to begin only once per edition. */
export const REMINDERS_MOST: Readonly<Record<Reminded, number>> = {
  applicants: 5,
  begin: 1,
  evaluators: 5,
};
export const REMINDER_HOURS_MAX = 60 * 24;
/**
 * Hours before the deadline after which the reminder to begin is no longer sent, because too little time is
 * left to begin.
 */
export const BEGIN_HOURS_MIN = 2 * 24;

/** The figures of an edition. Without its own grace period, an edition uses the site's (`GRACE_MINUTES`). */
export type EditionFigures = {
  places: Places;
  readings: number;
  graceMinutes: number | null;
  reminders: Reminders;
  /** Whether evaluators write texts for applicants, and whether these learn on which side of the median they are. */
  feedback: boolean;
  feedbackBand: boolean;
  /** Whether evaluators discuss a project after all of its readers have closed. */
  discussion: boolean;
};

/** A reason why figures contradict each other or their limits; `about` is the wrong figure. */
export type FigureProblem =
  | { code: "places_cross"; about: Stage; before: Stage }
  | { code: "places_range"; about: Stage }
  | { code: "readings_range" }
  | { code: "grace_range" }
  | { code: "reminder_late"; about: Reminded }
  | { code: "reminder_range"; about: Reminded }
  | { code: "reminder_twice"; about: Reminded }
  | { code: "reminder_many"; about: Reminded }
  | { code: "begin_late" };

const isWhole = (value: number, from: number, to: number) =>
  Number.isInteger(value) && value >= from && value <= to;

/** Returns the first problem of some figures; null if they are valid. */
export function figureProblem(figures: EditionFigures): FigureProblem | null {
  const { places, readings, graceMinutes, reminders } = figures;
  for (const { id, after } of SELECTION_STAGES) {
    if (!isWhole(places[id], 1, PLACES_MAX)) return { code: "places_range", about: id };
    if (after && places[id] > places[after]) {
      return { code: "places_cross", about: id, before: after };
    }
  }
  if (!isWhole(readings, 1, READINGS_MAX)) return { code: "readings_range" };
  if (graceMinutes !== null && !isWhole(graceMinutes, 0, GRACE_MAX)) return { code: "grace_range" };
  for (const about of REMINDED) {
    const hours = reminders[about];
    if (hours.some((some) => some <= 0)) return { code: "reminder_late", about };
    if (hours.some((some) => !isWhole(some, 1, REMINDER_HOURS_MAX))) {
      return { code: "reminder_range", about };
    }
    if (new Set(hours).size < hours.length) return { code: "reminder_twice", about };
    if (hours.length > REMINDERS_MOST[about]) return { code: "reminder_many", about };
  }
  return reminders.begin.some((hours) => hours <= BEGIN_HOURS_MIN) ? { code: "begin_late" } : null;
}

/** Returns reminder times in their stored order, the largest first. */
export function inReminderOrder(hours: readonly number[]): number[] {
  return hours.toSorted((one, other) => other - one);
}
