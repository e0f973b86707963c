import { eq } from "drizzle-orm";
import { isPastDeadline } from "@/contract/deadline";
import type { SCORING } from "@/contract/evaluation/evaluation-schemas";
import type { BackendConfig } from "../config";
import type { Executor } from "../db/connect";
import { editions } from "../db/schema/applications";
import { currentEdition, type Edition, graceOf, lastDeadline } from "../editions/edition";
import { hasOpened, type Round } from "../editions/rounds";
import { fail } from "../http/failure";

/**
 * Returns the edition of a year, or without a year the current edition. Fails with 404 if the edition does not exist.
 */
export async function editionOf(
  db: Executor,
  year: number | undefined,
  now: Date,
): Promise<Edition> {
  if (year === undefined) return currentEdition(db, now);
  const [edition] = await db.select().from(editions).where(eq(editions.year, year));
  return edition ?? fail("not_found");
}

/**
 * Reports whether evaluators can score in a round at a given time (rule evaluation.open-from). If the round has no
 * opening date, its scoring counts as open, because no project can be scored before the first submission. A round ends
 * at its date, when staff close it, or when a later round that uses its results opens.
 */
export function scoringAt(round: Round, at: Date, config: BackendConfig): (typeof SCORING)[number] {
  const { edition, closesAt, closedAt, isRead } = round;
  if (!hasOpened(round, at)) return "not_yet";
  const isPast = closesAt && isPastDeadline(closesAt, at, graceOf(edition, config));
  const over = closedAt !== null || isRead || isPast;
  return over ? "over" : "open";
}

/** Returns the state and the dates of an evaluation round for API responses. */
export function scoringAnswer(round: Round, at: Date, config: BackendConfig) {
  return {
    scoring: scoringAt(round, at, config),
    evaluationOpensAt: round.opensAt?.toISOString() ?? null,
    evaluationDeadlineAt: round.closesAt?.toISOString() ?? null,
  };
}

/**
 * Reports whether submissions can still arrive or change. They cannot after the last deadline and its grace period. A
 * later round never gets new submissions.
 */
export async function toComeAnswer(
  db: Executor,
  { edition, number }: Round,
  at: Date,
  config: BackendConfig,
) {
  const sentMayChange = edition.afterSending === "editable_until_deadline";
  if (number > 1) return { applicationsUntil: null, projectsMayCome: false, sentMayChange };
  const last = await lastDeadline(db, edition);
  return {
    applicationsUntil: at < edition.closesAt ? edition.closesAt.toISOString() : null,
    projectsMayCome: !isPastDeadline(last, at, graceOf(edition, config)),
    sentMayChange,
  };
}

/** Throws `not_yet_open` before the evaluation round opens. */
export function requireOpened(round: Round, at: Date, config: BackendConfig): void {
  if (scoringAt(round, at, config) === "not_yet") fail("not_yet_open");
}

/** Throws if a round has not opened yet or has ended, because scores are accepted only in between. */
export function requireScoringOpen(round: Round, at: Date, config: BackendConfig): void {
  requireOpened(round, at, config);
  requireBeforeEnd(round, at, config);
}

/**
 * Throws `evaluation_closed` after the round has ended, even if the evaluator has not closed the evaluation. A round
 * ends after its deadline and grace period, when staff close it, or when a later round that uses its results opens.
 */
export function requireBeforeEnd(round: Round, at: Date, config: BackendConfig): void {
  if (scoringAt(round, at, config) === "over") fail("evaluation_closed");
}
