import { eq } from "drizzle-orm";
import { isPastDeadline } from "@/contract/deadline";
import type { SCORING } from "@/contract/evaluation/evaluation-schemas";
import type { BackendConfig } from "../config";
import type { Executor } from "../db/connect";
import { editions } from "../db/schema/applications";
import { currentEdition, type Edition, graceOf, lastDeadline } from "../editions/edition";
import { fail } from "../http/failure";

/**
 * Returns the edition of a year, or the current edition without a year. Fails with 404 if the edition does not
 * exist.
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
 * Reports whether evaluators can score at a given time (rule evaluation.open-from). An edition without an
 * opening date is open, because without a submission there is nothing to score.
 */
function scoringAt(edition: Edition, at: Date, config: BackendConfig): (typeof SCORING)[number] {
  const { evaluationOpensAt, evaluationClosesAt } = edition;
  if (evaluationOpensAt && at < evaluationOpensAt) return "not_yet";
  const over =
    evaluationClosesAt && isPastDeadline(evaluationClosesAt, at, graceOf(edition, config));
  return over ? "over" : "open";
}

/** Returns the dates of the evaluation for several responses. */
export function scoringAnswer(edition: Edition, at: Date, config: BackendConfig) {
  return {
    scoring: scoringAt(edition, at, config),
    evaluationOpensAt: edition.evaluationOpensAt?.toISOString() ?? null,
    evaluationDeadlineAt: edition.evaluationClosesAt?.toISOString() ?? null,
  };
}

/**
 * Reports whether submissions can still arrive or change. After the last deadline and its grace period, they
 * cannot.
 */
export async function toComeAnswer(
  db: Executor,
  edition: Edition,
  at: Date,
  config: BackendConfig,
) {
  const last = await lastDeadline(db, edition);
  return {
    applicationsUntil: at < edition.closesAt ? edition.closesAt.toISOString() : null,
    projectsMayCome: !isPastDeadline(last, at, graceOf(edition, config)),
    sentMayChange: edition.afterSending === "editable_until_deadline",
  };
}

/** Throws `not_yet_open` before the evaluation opens. */
export function requireOpened(edition: Edition, at: Date, config: BackendConfig): void {
  if (scoringAt(edition, at, config) === "not_yet") fail("not_yet_open");
}

/** Rejects scores before the evaluation opens and after it ends. */
export function requireScoringOpen(edition: Edition, at: Date, config: BackendConfig): void {
  requireOpened(edition, at, config);
  requireBeforeEnd(edition, at, config);
}

/**
 * Throws `evaluation_closed` after the deadline and the grace period, even if the evaluator's own evaluation is still
 * open.
 */
export function requireBeforeEnd(edition: Edition, at: Date, config: BackendConfig): void {
  if (scoringAt(edition, at, config) === "over") fail("evaluation_closed");
}
