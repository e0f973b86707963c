import {
  closingMoment,
  GRACE_MINUTES,
  isPastDeadline,
  romeDay,
  romeTime,
} from "@/contract/deadline";
import { DAY } from "@/contract/durations";
import { perStage, STAGE_IDS } from "@/contract/evaluation/funnel";
import { type Effect, endFact } from "@/contract/staff/preview";
import type { Database } from "../../db/connect";
import { DATES } from "../../editions/administer-editions";
import type { Edition } from "../../editions/edition";
import { FEEDBACK_EFFECTS, feedbackEffects } from "../feedback/effects";
import type { ProgressByRound } from "./coming-reminders";
import { type EditionReview, reviewEdition } from "./look";

const PLACE_EFFECTS = STAGE_IDS.map((stage) => `places_${stage}` as const);

/** Possible effects of changing an edition, in display order. */
export const EFFECTS = [
  "deadlines",
  "cut_off",
  "given_back",
  "now_locked",
  "now_changeable",
  ...PLACE_EFFECTS,
  "places_over",
  "readings_wanted",
  "readings_planned",
  "grace_minutes",
  "grace_over",
  ...FEEDBACK_EFFECTS,
  "evaluators_deadlines",
  "reminders_due",
  "reminders_moved",
  "reminders_new",
  "reminders_gone",
  "extensions_moot",
  "extensions_back",
  "extensions_stay",
  "evaluation_days",
  "timelines",
  "current_edition",
  "public_pages",
  "public_places",
  "days",
] as const;
type EffectName = (typeof EFFECTS)[number];
type FigureEffect =
  | (typeof PLACE_EFFECTS)[number]
  | "places_over"
  | "readings_wanted"
  | "readings_planned"
  | "grace_minutes"
  | "grace_over"
  | (typeof FEEDBACK_EFFECTS)[number];
export type Effects = Record<EffectName, Effect>;

/** Maximum number of reminder times that the text of an effect lists. */
const MOMENTS_SAID = 6;

/**
 * Runs a change of an edition and returns its effects. Compares snapshots of applications, evaluators, reminders, and
 * pages before and after the change. Both the staff area and the commands use this function.
 */
export async function effectsOf(
  tx: Database,
  year: number,
  now: Date,
  change: () => Promise<Edition>,
  /** The site's grace period in minutes, for an edition that sets none. */
  grace: number = GRACE_MINUTES,
): Promise<{ edition: Edition; before: EditionReview; effects: Effects; touched: string[] }> {
  const progress: ProgressByRound = new Map();
  const before = await reviewEdition(tx, year, now, progress);
  const edition = await change();
  // Take the second snapshot of the edition that the change returned. If the action clones an edition, this is the new
  // edition, because the source edition stays unchanged.
  const after = await reviewEdition(tx, edition.year, now, progress);
  const isSame = edition.year === year;
  const pairs = [...before.applications.values()].flatMap((was) => {
    const is = after.applications.get(was.id);
    return is && isSame ? [{ was, is }] : [];
  });
  const moved = pairs.filter(
    ({ was, is }) => is.mayChange && was.deadline.getTime() !== is.deadline.getTime(),
  );
  const isOpen = (look: EditionReview, one: Pair["was"]) =>
    one.mayChange && look.edition !== null && look.edition.opensAt <= now && now < one.deadline;
  const extended = (look: EditionReview, one: Pair["was"]) =>
    one.extendedUntil !== null &&
    look.edition !== null &&
    one.extendedUntil > look.edition.closesAt;
  const shut = pairs.filter(({ was, is }) => isOpen(before, was) && !isOpen(after, is));
  const freed = pairs.filter(({ was, is }) => !isOpen(before, was) && isOpen(after, is));
  const sameRule = before.edition?.afterSending === after.edition?.afterSending;
  const reminders = compareReminders(before, after, now);
  const pages = publicDates(before.current) !== publicDates(after.current);
  // If an extension stays open after the general deadline, only the effect `extensions_stay` counts this extension.
  const stay =
    isShut(after, now) && !isShut(before, now) ? pairs.filter(({ is }) => isOpen(after, is)) : [];
  const effects: Effects = {
    deadlines: ofApplications("deadlines", moved),
    cut_off: ofApplications("cut_off", sameRule ? shut : []),
    given_back: ofApplications("given_back", sameRule ? freed : []),
    now_locked: ofApplications("now_locked", sameRule ? [] : shut),
    now_changeable: ofApplications("now_changeable", sameRule ? [] : freed),
    evaluators_deadlines: {
      name: "evaluators_deadlines",
      count: isSame && isMoved(before, after, "evaluationClosesAt") ? after.reading.length : 0,
    },
    ...effectsOfFigures(isSame ? before : after, after, grace, now),
    ...reminders,
    extensions_moot: ofExtensions(
      "extensions_moot",
      pairs.filter(({ was, is }) => extended(before, was) && !extended(after, is)),
    ),
    extensions_back: ofExtensions(
      "extensions_back",
      pairs.filter(
        (pair) => !stay.includes(pair) && !extended(before, pair.was) && extended(after, pair.is),
      ),
    ),
    // Warns staff about extensions that stay open, because the selection must wait until the last deadline.
    extensions_stay: ofExtensions("extensions_stay", stay),
    evaluation_days: {
      name: "evaluation_days",
      count: evaluationDays(after.edition) ?? 0,
      facts: { before: String(evaluationDays((isSame ? before : after).edition) ?? 0) },
    },
    timelines: {
      name: "timelines",
      count:
        pages && before.current?.year === year && isSame
          ? pairs.filter(({ was }) => was.isBegun).length
          : 0,
    },
    current_edition: {
      name: "current_edition",
      count: before.current?.id === after.current?.id ? 0 : 1,
      facts: { year: String(after.current?.year ?? "") },
    },
    public_pages: { name: "public_pages", count: pages ? 1 : 0 },
    public_places: {
      name: "public_places",
      count:
        JSON.stringify(placesOf(before.current)) === JSON.stringify(placesOf(after.current))
          ? 0
          : 1,
    },
    days: { name: "days", count: 1, facts: daysOf(edition) },
  };
  const touched = [...moved, ...shut, ...freed].map(({ was }) => was.id);
  return { edition, before, effects, touched: [...new Set(touched)] };
}

/**
 * Returns the effects to show: first the effects in `always`, then all others that apply.
 *
 * @param always the effects that are shown even with a count of 0
 */
export function told(effects: Effects, always: readonly EffectName[]): Effect[] {
  const others = EFFECTS.filter((name) => !always.includes(name) && isThere(effects[name]));
  return [...always, ...others].map((name) => effects[name]);
}

function isThere({ name, count, facts }: Effect): boolean {
  // The effect `days` states the edition's first and last day, not a change, so the preview shows `days` only if
  // `always` lists it. `evaluation_days` and `grace_minutes` count as a change only if their value differs from before.
  if (name === "days") return false;
  const isMeasure = name === "evaluation_days" || name === "grace_minutes";
  return isMeasure ? facts?.before !== String(count) : count > 0;
}

type Pair = { was: Application; is: Application };
type Application = EditionReview["applications"] extends Map<string, infer A> ? A : never;

function ofApplications(name: EffectName, pairs: readonly Pair[]): Effect {
  const sent = pairs.filter(({ was }) => was.isSent).length;
  const facts = { to_send: String(pairs.length - sent), sent: String(sent) };
  return { name, count: pairs.length, facts };
}

/**
 * Returns an effect of an edition change on deadline extensions. If the change concerns a single extension, the effect
 * names the project and the extension's end.
 */
function ofExtensions(name: EffectName, pairs: readonly Pair[]): Effect {
  const [one] = pairs;
  const until = one?.was.extendedUntil;
  if (!one || !until || pairs.length > 1) return { name, count: pairs.length };
  return { name, count: 1, facts: { project: one.was.name, until: endFact(until) } };
}

/**
 * Compares the reminders before and after a change of an edition. Returns the numbers of reminders that become due now,
 * move, are added, or are removed (rule staff.shown-first).
 */
function compareReminders(before: EditionReview, after: EditionReview, now: Date) {
  const leaves = (at: number) => Math.max(at, now.getTime());
  const was = new Map(before.reminders.map(({ name, at }) => [name, at.getTime()]));
  const is = new Map(after.reminders.map(({ name, at }) => [name, at.getTime()]));
  const isDue = (at: number | undefined) => at !== undefined && at <= now.getTime();
  // A reminder whose new time is in the past is sent within a minute. Count such a reminder only if it was not due
  // before the change.
  const due = [...is].filter(([name, at]) => isDue(at) && !isDue(was.get(name)));
  const later = [...is].filter(([, at]) => !isDue(at));
  const moved = later.filter(([name, at]) => {
    const earlier = was.get(name);
    return earlier !== undefined && leaves(earlier) !== leaves(at);
  });
  const added = later.filter(([name]) => !was.has(name));
  const gone = [...was].filter(([name]) => !is.has(name));
  return {
    reminders_due: { name: "reminders_due" as const, count: due.length },
    reminders_moved: ofReminders("reminders_moved", moved),
    reminders_new: ofReminders("reminders_new", added),
    reminders_gone: ofReminders("reminders_gone", gone),
  };
}

function ofReminders(name: EffectName, some: readonly (readonly [string, number])[]): Effect {
  const moments = [...new Set(some.map(([, at]) => at))].sort((a, b) => a - b);
  const said = moments.slice(0, MOMENTS_SAID).map((at) => new Date(at).toISOString());
  return { name, count: some.length, facts: { moments: said.join(",") } };
}

/**
 * Returns the effects of changes to an edition's numbers, such as places. A new edition has no earlier numbers, so its
 * numbers count as unchanged.
 */
function effectsOfFigures(
  before: EditionReview,
  after: EditionReview,
  grace: number,
  now: Date,
): Record<FigureEffect, Effect> {
  const [was, is] = [before.edition, after.edition];
  const changed = (name: FigureEffect, old: number | undefined, count = 0): Effect =>
    old === undefined || old === count
      ? { name, count: 0 }
      : { name, count, facts: { before: String(old) } };
  const minutes = (edition: Edition | null) => edition?.graceMinutes ?? grace;
  const isInGrace = (edition: Edition | null) =>
    edition !== null &&
    edition.closesAt <= now &&
    !isPastDeadline(edition.closesAt, now, minutes(edition));
  const over = STAGE_IDS.map((stage) => {
    const isFewer = was && is && is.places[stage] < was.places[stage];
    return isFewer ? Math.max(0, (after.selected.get(stage) ?? 0) - is.places[stage]) : 0;
  });
  const readings = changed("readings_wanted", was?.readings, is?.readings);
  const effects: Effect[] = [
    ...STAGE_IDS.map((stage) => changed(`places_${stage}`, was?.places[stage], is?.places[stage])),
    { name: "places_over", count: over.reduce((all, count) => all + count, 0) },
    readings,
    { name: "readings_planned", count: readings.facts ? (after.planned ?? 0) : 0 },
    // A change can set the grace minutes to zero, so `isThere` compares the count of `grace_minutes` with the value
    // before the change.
    {
      name: "grace_minutes",
      count: minutes(is),
      facts: { before: String(minutes(was ?? is)) },
    },
    { name: "grace_over", count: isInGrace(was) && !isInGrace(is) ? 1 : 0 },
    ...feedbackEffects(choiceOf(was), choiceOf(is), after.reading.length),
  ];
  return Object.fromEntries(effects.map((one) => [one.name, one])) as Record<FigureEffect, Effect>;
}

const choiceOf = (edition: Edition | null) => ({
  ...{ feedback: edition?.feedback ?? false, band: edition?.feedbackBand ?? false },
});

const placesOf = (edition: Edition | null) => edition && perStage((stage) => edition.places[stage]);

function isMoved(
  before: EditionReview,
  after: EditionReview,
  which: "evaluationClosesAt",
): boolean {
  return before.edition?.[which]?.getTime() !== after.edition?.[which]?.getTime();
}

/** Reports whether the edition's general deadline for applications has passed. Ignores deadline extensions. */
function isShut({ edition }: EditionReview, now: Date): boolean {
  return edition !== null && edition.closesAt <= now;
}

/**
 * Returns the number of whole days between the deadline of applications and the end of the evaluation, or null
 * if the evaluation has no end.
 */
function evaluationDays(edition: Edition | null): number | null {
  if (!edition?.evaluationClosesAt) return null;
  const { closesAt, evaluationOpensAt, evaluationClosesAt } = edition;
  const from = Math.max(closesAt.getTime(), evaluationOpensAt?.getTime() ?? 0);
  // Round to whole days, because a change to or from summer time adds or removes an hour.
  return Math.round((evaluationClosesAt.getTime() - from) / DAY);
}

/** Returns the first and the last day on which people can apply. */
function daysOf({ year, opensAt, closesAt }: Edition) {
  const from = romeTime(opensAt).replace(" ", "T");
  return { year: String(year), from, until: romeDay(closingMoment(closesAt).lastDay) };
}

/** Returns the current edition's public dates as one comparable text. */
function publicDates(edition: Edition | null): string {
  const dates = Object.values(DATES).map(({ column }) => edition?.[column]);
  return JSON.stringify([edition?.year, dates]);
}
