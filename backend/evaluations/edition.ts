import { eq } from "drizzle-orm";
import { isPastDeadline } from "@/contract/deadline";
import type { SCORING } from "@/contract/evaluation/evaluation-schemas";
import type { BackendConfig } from "../config";
import type { Executor } from "../db/connect";
import { editions } from "../db/schema/applications";
import { currentEdition, type Edition, lastDeadline } from "../editions/edition";
import { fail } from "../http/failure";

/** The edition of a year, or without a year the one current at `now`; 404 for a year that has none. */
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
 * Whether scores are taken at an instant (rule evaluation.open-from). Without a date, a first sent project exists whenever there is anything to score.
 */
function scoringAt(edition: Edition, at: Date, config: BackendConfig): (typeof SCORING)[number] {
  const { evaluationOpensAt, evaluationClosesAt } = edition;
  if (evaluationOpensAt && at < evaluationOpensAt) return "not_yet";
  const over = evaluationClosesAt && isPastDeadline(evaluationClosesAt, at, config.GRACE_MINUTES);
  return over ? "over" : "open";
}

/** When an edition is evaluated, as several answers say it. */
export function scoringAnswer(edition: Edition, at: Date, config: BackendConfig) {
  return {
    scoring: scoringAt(edition, at, config),
    evaluationOpensAt: edition.evaluationOpensAt?.toISOString() ?? null,
    evaluationDeadlineAt: edition.evaluationClosesAt?.toISOString() ?? null,
  };
}

/** What can still come to evaluators: nothing once the last deadline and its grace are over. */
export async function toComeAnswer(
  db: Executor,
  edition: Edition,
  at: Date,
  config: BackendConfig,
) {
  const last = await lastDeadline(db, edition);
  return {
    applicationsUntil: at < edition.closesAt ? edition.closesAt.toISOString() : null,
    projectsMayCome: !isPastDeadline(last, at, config.GRACE_MINUTES),
    sentMayChange: edition.afterSending === "editable_until_deadline",
  };
}

/** Refuses what takes an open evaluation before it is one. */
export function requireOpened(edition: Edition, at: Date, config: BackendConfig): void {
  if (scoringAt(edition, at, config) === "not_yet") fail("not_yet_open");
}

/** Refuses scores before the evaluation is open, and after its end. */
export function requireScoringOpen(edition: Edition, at: Date, config: BackendConfig): void {
  requireOpened(edition, at, config);
  requireBeforeEnd(edition, at, config);
}

/** After the evaluation's own deadline and the grace period nothing changes, closed by hand or not. */
export function requireBeforeEnd(edition: Edition, at: Date, config: BackendConfig): void {
  if (scoringAt(edition, at, config) === "over") fail("evaluation_closed");
}
