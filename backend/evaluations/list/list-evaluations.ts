import { eq, or, sql } from "drizzle-orm";
import type * as contract from "@/contract/evaluation/evaluation-work";
import { editions, submissions } from "../../db/schema/applications";
import { evaluationRecords } from "../../db/schema/evaluations";
import { listEditions } from "../../editions/edition";
import type { Call } from "../../http/serve";
import { closingAnswer, findEvaluationRecord } from "../closing";
import { conflictsOfInterest } from "../conflicts-of-interest";
import { scoringAnswer, toComeAnswer } from "../edition";
import { ownRounds, roundAnswer } from "../own-rounds";
import { countWork } from "./list-projects";

/** Lists the editions that have a submission or that the caller has closed the evaluation, newest first, with an entry for each round of the caller. */
export async function listEvaluations({
  db,
  caller,
  arrivedAt,
  config,
}: Call<typeof contract.listEvaluations>) {
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
  const rounds = await Promise.all(all.map((one) => ownRounds(db, one, caller.id)));
  const evaluations = await Promise.all(
    rounds
      .flatMap((own) => own.toReversed())
      .map(async (round) => {
        const { edition } = round;
        const conflicts = await conflictsOfInterest(db, caller, edition.id);
        const [counts, closing, toCome] = await Promise.all([
          countWork(db, round, caller.id, conflicts),
          findEvaluationRecord(db, round, caller.id),
          toComeAnswer(db, round, arrivedAt, config),
        ]);
        return {
          edition: edition.year,
          ...roundAnswer(round),
          ...closingAnswer(closing),
          sha256: closing?.sha256 ?? null,
          ...scoringAnswer(round, arrivedAt, config),
          ...toCome,
          counts,
        };
      }),
  );
  return { evaluations };
}
