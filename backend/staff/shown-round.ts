import type { Effect } from "@/contract/staff/preview";
import { RuleViolation } from "../audit-log/rule-violation";
import type { Executor } from "../db/connect";
import { submissions } from "../db/schema/applications";
import { currentEdition } from "../editions/edition";
import { findShownRound, hasOpened, type Round, readRounds, shownRound } from "../editions/rounds";
import { countClosed } from "../evaluations/close/ranking-access";
import { editionOf } from "../evaluations/edition";
import { isStored, roundAnswer } from "../evaluations/own-rounds";
import { readIn } from "../evaluations/round";

/* The round of a request of staff: how requests name it, and how responses and previews do. */

/** Returns the round that a query names, in the edition that it names. */
export async function roundAsked(
  db: Executor,
  query: { edition?: number | undefined; round?: number | undefined },
  now: Date,
): Promise<Round> {
  return findShownRound(db, await editionOf(db, query.edition, now), query.round, now);
}

/** Returns the round in which an action works: the named one of the current edition. */
export async function roundActedOn(
  db: Executor,
  { round }: { round?: number | undefined },
  now: Date,
): Promise<Round> {
  return findShownRound(db, await currentEdition(db, now), round, now);
}

/** Returns a round with the progress of all juries of its edition, for the strip of rounds. Nothing without stored rounds. */
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
    projects: await db.$count(submissions, readIn(one)),
    evaluators: all,
    closed,
  };
}

/** Returns the effect that names the round of an action. Nothing without stored rounds. */
export function roundEffects({ names, number }: Round): Effect[] {
  return names === null ? [] : [{ name: "in_round", count: number, facts: { ...names } }];
}

/** Returns how the audit log names a later round. */
export function roundData({ number }: Round): { round?: string } {
  return number > 1 ? { round: String(number) } : {};
}

/** Refuses a change of a round whose results are final. */
export function requireChangeable({ isRead, closedAt }: Round): void {
  if (isRead || closedAt !== null) {
    throw new RuleViolation("The round is closed: its results are final.", "round_closed");
  }
}
