import { and, inArray } from "drizzle-orm";
import type { listDiscussions as contract, DiscussionRow } from "@/contract/evaluation/discussion";
import type { WeightedCriterion } from "@/contract/evaluation/weights";
import type { Executor } from "../../db/connect";
import { submissions } from "../../db/schema/applications";
import { agreements, contributions, summaries } from "../../db/schema/discussion";
import { evaluations } from "../../db/schema/evaluations";
import type { Round } from "../../editions/rounds";
import type { Call } from "../../http/serve";
import { criteriaFor, findEvaluationRecord } from "../closing";
import { conflictsOfInterest, type EvaluatorIdentity } from "../conflicts-of-interest";
import { editionOf } from "../edition";
import { canReadResults, findRoundFor, roundAnswer } from "../own-rounds";
import { deviation, oneDecimal } from "../ranking/calibration";
import { currentConflicts } from "../ranking/ranking";
import { readRevisions } from "../revisions";
import { ownEvaluation, saidIn, summarizedIn } from "../round";
import { scoresShown } from "./discuss";
import { canDiscuss, chairOf, discussable, readersOf } from "./members";

/**
 * Returns the discussions that are open to the caller. Projects with the largest spread of totals come first.
 */
export async function listDiscussions(call: Call<typeof contract>) {
  const { db, caller, query, arrivedAt, config } = call;
  const edition = await editionOf(db, query.edition, arrivedAt);
  const round = await findRoundFor({ db, caller, arrivedAt, config }, edition, query.round);
  const known = { edition: edition.year, ...roundAnswer(round) };
  if (!round?.discussion) {
    return { ...known, given: false, closed: false, open: false, discussions: [] };
  }
  const closed = await canReadResults(db, round, caller.id);
  return {
    ...{ ...known, given: true, closed, open: closed && (await canDiscuss(db, round)) },
    discussions: closed ? await discussionsOf(db, round, caller) : [],
  };
}

/**
 * Returns the discussions of an evaluator who can read the round's results. Projects with the largest spread of totals
 * come first.
 */
export async function discussionsOf(
  db: Executor,
  round: Round,
  evaluator: EvaluatorIdentity & { id: string },
): Promise<DiscussionRow[]> {
  const conflicts = await conflictsOfInterest(db, evaluator, round.editionId);
  const sent = await db
    .select({
      id: submissions.projectId,
      nome: submissions.nome,
      recusal: evaluations.recusal,
    })
    .from(submissions)
    .leftJoin(evaluations, ownEvaluation(round, evaluator.id))
    .where(await discussable(db, round));
  const free = sent.filter(({ id, recusal }) => recusal === null && !conflicts.has(id));
  const ties = await currentConflicts(db, round);
  const barred = new Set(ties.map((tie) => `${tie.evaluator} ${tie.project}`));
  const all = await readersOf(
    db,
    round,
    free.map(({ id }) => id),
  );
  const readers = Map.groupBy(
    all.filter((one) => !barred.has(`${one.evaluator} ${one.project}`)),
    ({ project }) => project,
  );
  const isChair =
    (await chairOf(db, round)) === evaluator.id &&
    (await findEvaluationRecord(db, round, evaluator.id)) !== null;
  const own = free.filter(
    ({ id }) => isChair || readers.get(id)?.some((one) => one.evaluator === evaluator.id),
  );
  const figures = await figuresOf(
    db,
    round,
    own.map(({ id }) => id),
  );
  const revisions = await readRevisions(db, round);
  const criteria: WeightedCriterion[] = await criteriaFor(db, round, evaluator.id);
  const rows = own.map(({ id, nome }): DiscussionRow => {
    const here = readers.get(id) ?? [];
    const shown = here.map((one) =>
      scoresShown(
        one,
        revisions.filter((row) => row.evaluatorId === one.evaluator && row.projectId === id),
        criteria,
      ),
    );
    const { said, summary } = figures(id);
    const isAgreed = summary?.agreed.includes(evaluator.id);
    return {
      ...{ id, nome, readers: here.length, contributions: said },
      spread: oneDecimal(deviation(shown.map(({ total }) => total))),
      revised: shown.filter(({ first }) => first !== null).length,
      summary: summary ? (isAgreed ? "agreed" : "written") : "none",
    };
  });
  return rows.sort(
    (one, other) => (other.spread ?? -1) - (one.spread ?? -1) || one.nome.localeCompare(other.nome),
  );
}

/**
 * Returns a function that gives the number of contributions in a project's discussion, and its last summary.
 */
async function figuresOf(db: Executor, round: Round, ids: readonly string[]) {
  const wanted = new Set(ids);
  const said = await db.select().from(contributions).where(saidIn(round));
  const written = await db.select().from(summaries).where(summarizedIn(round));
  const ofSummaries = written.filter(({ projectId }) => wanted.has(projectId));
  const agreed =
    ofSummaries.length === 0
      ? []
      : await db
          .select()
          .from(agreements)
          .where(
            and(
              inArray(
                agreements.summaryId,
                ofSummaries.map(({ id }) => id),
              ),
            ),
          );
  return (id: string) => {
    const last = ofSummaries
      .filter(({ projectId }) => projectId === id)
      .toSorted((one, other) => other.version - one.version)[0];
    const agreedTo = agreed.filter(({ summaryId }) => summaryId === last?.id);
    return {
      said: said.filter(({ projectId, hiddenAt }) => projectId === id && hiddenAt === null).length,
      summary: last ? { agreed: agreedTo.map(({ evaluatorId }) => evaluatorId) } : null,
    };
  };
}
