import { eq, or, sql } from "drizzle-orm";
import type * as contract from "@/contract/evaluation/evaluation-work";
import { editions, submissions } from "../../db/schema/applications";
import { evaluationRecords } from "../../db/schema/evaluations";
import { type Edition, listEditions } from "../../editions/edition";
import { type Round, readRounds } from "../../editions/rounds";
import type { Call } from "../../http/serve";
import { closingAnswer, findEvaluationRecord } from "../closing";
import { conflictsOfInterest } from "../conflicts-of-interest";
import { scoringAnswer, scoringAt, toComeAnswer } from "../edition";
import { ownRounds, resultsAnswer, roundAnswer } from "../own-rounds";
import { countWork, NO_WORK } from "./list-projects";

/**
 * Lists the editions that have a submission, and the editions whose evaluation the caller has closed, newest first.
 * Each round in which the caller evaluates is a separate entry. If only other juries can score now, the edition's first
 * entry has no round, so that the page can explain that only other juries can score.
 */
export async function listEvaluations(call: Call<typeof contract.listEvaluations>) {
  const { db, caller } = call;
  const rows = await db
    .select({ id: editions.id })
    .from(editions)
    .where(
      or(
        sql`exists (select 1 from ${submissions} where ${eq(submissions.editionId, editions.id)} and ${submissions.current})`,
        sql`exists (select 1 from ${evaluationRecords} where ${eq(evaluationRecords.editionId, editions.id)} and ${eq(evaluationRecords.evaluatorId, caller.id)})`,
      ),
    );
  const known = new Set(rows.map(({ id }) => id));
  const all = (await listEditions(db)).filter(({ id }) => known.has(id));
  const evaluations = await Promise.all(all.map((edition) => evaluationsOf(call, edition)));
  return { evaluations: evaluations.flat() };
}

async function evaluationsOf(
  { db, caller, arrivedAt, config }: Call<typeof contract.listEvaluations>,
  edition: Edition,
) {
  const own = await ownRounds(db, edition, caller.id);
  const conflicts = await conflictsOfInterest(db, caller, edition.id);
  const entries = own.toReversed().map(async (round) => {
    const [counts, closing, toCome, results] = await Promise.all([
      countWork(db, round, caller.id, conflicts),
      findEvaluationRecord(db, round, caller.id),
      toComeAnswer(db, round, arrivedAt, config),
      resultsAnswer(db, round, caller.id),
    ]);
    return {
      edition: edition.year,
      ...roundAnswer(round),
      ...results,
      ...closingAnswer(closing),
      sha256: closing?.sha256 ?? null,
      ...scoringAnswer(round, arrivedAt, config),
      ...toCome,
      counts,
    };
  });
  const isOpen = (round: Round) => scoringAt(round, arrivedAt, config) === "open";
  const isElsewhere = !own.some(isOpen) && (await readRounds(db, edition)).some(isOpen);
  const elsewhere = {
    edition: edition.year,
    ...roundAnswer(null),
    ...closingAnswer(null),
    sha256: null,
    scoring: "open" as const,
    // Hides the dates of rounds with other juries, because only a round's jury can see its dates.
    evaluationOpensAt: null,
    evaluationDeadlineAt: null,
    applicationsUntil: null,
    projectsMayCome: false,
    sentMayChange: false,
    counts: NO_WORK,
  };
  return [...(isElsewhere ? [elsewhere] : []), ...(await Promise.all(entries))];
}
