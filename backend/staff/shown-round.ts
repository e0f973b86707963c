import { type Effect, endFact } from "@/contract/staff/preview";
import { RuleViolation } from "../audit-log/rule-violation";
import type { Executor } from "../db/connect";
import { submissions } from "../db/schema/applications";
import { currentEdition } from "../editions/edition";
import { findShownRound, hasOpened, type Round, readRounds, shownRound } from "../editions/rounds";
import { countClosed } from "../evaluations/close/ranking-access";
import { editionOf } from "../evaluations/edition";
import { isStored, roundAnswer } from "../evaluations/own-rounds";
import { readIn } from "../evaluations/round";

/*
 * Functions that find the round of a staff request, and that add the round to responses, previews, and audit entries.
 */

/**
 * Returns the requested round of the requested edition. If the request names no round, returns the round that the staff
 * area shows. If the request names no edition, uses the current edition.
 */
export async function roundAsked(
  db: Executor,
  query: { edition?: number | undefined; round?: number | undefined },
  now: Date,
): Promise<Round> {
  return findShownRound(db, await editionOf(db, query.edition, now), query.round, now);
}

/**
 * Returns the round that a staff action changes: the requested round, or by default the round of the current edition
 * that the staff area shows.
 */
export async function roundActedOn(
  db: Executor,
  { round }: { round?: number | undefined },
  now: Date,
): Promise<Round> {
  return findShownRound(db, await currentEdition(db, now), round, now);
}

/**
 * Returns the given round, and the progress of all rounds of its edition for the overview on staff pages. Returns an
 * empty object if the edition has no stored rounds.
 */
export async function stripAnswer(db: Executor, round: Round, now: Date) {
  if (!isStored(round)) return {};
  const all = await readRounds(db, round.edition);
  const usual = shownRound(all, undefined, now);
  return {
    ...roundAnswer(round),
    rounds: await Promise.all(
      all.map(async (one) => ({ ...(await progressOf(db, one, now)), usual: one === usual })),
    ),
  };
}

async function progressOf(db: Executor, one: Round, now: Date) {
  const { all, closed } = await countClosed(db, one);
  const { round } = roundAnswer(one);
  if (!round) throw new Error("a stored round without names");
  return {
    ...round,
    opened: hasOpened(one, now),
    closed_at: one.closedAt?.toISOString() ?? null,
    ...(one.replacedBy && { replaced: true as const }),
    projects: await db.$count(submissions, readIn(one)),
    evaluators: all,
    closed,
  };
}

/**
 * Returns the effect that names the round in the preview of a staff action. The list is empty if the edition has no
 * stored rounds.
 */
export function roundEffects({ names, number }: Round): Effect[] {
  return names === null ? [] : [{ name: "in_round", count: number, facts: { ...names } }];
}

/**
 * Returns a round's start and end as texts for the preview of a staff action. An unset date is an empty text.
 */
export const datesOf = ({ opensAt, closesAt }: Round) => ({
  opens: opensAt?.toISOString() ?? "",
  closes: closesAt ? endFact(closesAt) : "",
});

/**
 * Returns the round's number as `{ round }` for an audit entry. Returns an empty object for the first round.
 */
export function roundData({ number }: Round): { round?: string } {
  return number > 1 ? { round: String(number) } : {};
}

/** Refuses a change of a round whose results are final. */
export function requireChangeable({ isRead, closedAt }: Round): void {
  if (isRead || closedAt !== null) {
    throw new RuleViolation("The round is closed: its results are final.", "round_closed");
  }
}
