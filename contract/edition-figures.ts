import { type Places, SELECTION_STAGES, type Stage } from "./evaluation/funnel";

/*
 * Settings that staff choose for each edition (rule staff.figures): places per stage, readings per project, grace
 * period, and reminder times. The values in this file are only the defaults of a new edition.
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

/**
 * Longest grace period in minutes: one day. The code that finds the current edition and the code that erases data rely
 * on this limit.
 */
export const GRACE_MAX = 24 * 60;

/**
 * Recipients of automatic reminders: applicants, people who have not begun an application (`begin`), and evaluators.
 */
export const REMINDED = ["applicants", "begin", "evaluators"] as const;
export type Reminded = (typeof REMINDED)[number];

/**
 * Hours before the end of the call or of the evaluation at which reminders are sent to each kind of recipient, the
 * largest number first.
 */
export type Reminders = Record<Reminded, number[]>;

export const DEFAULT_REMINDERS: Readonly<Reminders> = {
  applicants: [7 * 24, 24, 3],
  begin: [7 * 24],
  evaluators: [7 * 24, 24],
};
/**
 * Maximum number of reminder times per kind of recipient. A person gets the reminder to begin an application only once
 * per edition.
 */
export const REMINDERS_MOST: Readonly<Record<Reminded, number>> = {
  applicants: 5,
  begin: 1,
  evaluators: 5,
};
export const REMINDER_HOURS_MAX = 60 * 24;
/**
 * A reminder to begin an application must be sent more than this number of hours before the deadline. A later reminder
 * would leave too little time.
 */
export const BEGIN_HOURS_MIN = 2 * 24;

/**
 * Settings that staff choose for an edition. If an edition has no grace period, the site's grace period applies
 * (`GRACE_MINUTES`).
 */
export type EditionFigures = {
  places: Places;
  readings: number;
  graceMinutes: number | null;
  reminders: Reminders;
  /**
   * `feedback`: whether evaluators write texts for applicants. `feedbackBand`: whether applicants learn if their
   * project is above, around, or below the round's median.
   */
  feedback: boolean;
  feedbackBand: boolean;
  /** Whether evaluators discuss a project after all of its evaluators have closed their evaluations. */
  discussion: boolean;
};

/** A reason why an edition's settings are invalid or contradict each other. `about` names the wrong setting. */
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

/** Returns the first problem of an edition's settings, or null if the settings are valid. */
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

/** Returns reminder times (hours before the deadline) in their stored order, the largest first. */
export function inReminderOrder(hours: readonly number[]): number[] {
  return hours.toSorted((one, other) => other - one);
}
