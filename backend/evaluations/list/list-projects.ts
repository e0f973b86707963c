import { and, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import type * as contract from "@/contract/evaluation/evaluations";
import { NO_TERMS } from "@/contract/evaluation/invitation";
import type { ReadingReason } from "@/contract/evaluation/reading-kinds";
import { isResubmitted } from "@/contract/evaluation/resubmission";
import type { Executor } from "../../db/connect";
import { users } from "../../db/schema/accounts";
import { projects, submissions } from "../../db/schema/applications";
import { assignedReadings } from "../../db/schema/assignment";
import { evaluations } from "../../db/schema/evaluations";
import { firstRound, type RoundKey } from "../../editions/rounds";
import type { Call } from "../../http/serve";
import { closingAnswer, criteriaFor, findEvaluationRecord } from "../closing";
import { type ConflictsOfInterest, conflictsOfInterest } from "../conflicts-of-interest";
import { editionOf, scoringAnswer, toComeAnswer } from "../edition";
import { findRoundFor, resultsAnswer, roundAnswer, showsProjects } from "../own-rounds";
import { reasonsFor } from "../reading-reasons";
import { givenIn, ownEvaluation, plannedIn, readIn } from "../round";
import { agreedCapacities, findAssignment, owedReadings, readingsByHand, scopeOf } from "../scope";
import { shownEvaluation } from "../score/stored-evaluation";
import { readTerms } from "../terms";
import {
  filtersOf,
  inState,
  isExcluded,
  listCondition,
  listOrder,
  needsEvaluations,
  type Own,
  type ProjectListQuery,
  resubmitted,
  STORED_STATES,
} from "./list-filters";

/**
 * Lists the projects of the caller's round, one page at a time, with only the caller's own evaluations.
 */
export async function listProjects({
  db,
  caller,
  query,
  language,
  arrivedAt,
  config,
}: Call<typeof contract.listProjects>) {
  const edition = await editionOf(db, query.edition, arrivedAt);
  const found = await findRoundFor({ db, caller, arrivedAt, config }, edition, query.round);
  // An evaluator who is on no jury of the edition sees no projects.
  const isShown = found !== null && showsProjects(found);
  const round = found ?? firstRound(edition);
  const [conflicts, criteria] = await Promise.all([
    conflictsOfInterest(db, caller, edition.id),
    criteriaFor(db, round, caller.id),
  ]);
  const [{ total: matching, ids }, counts, closing, toCome, results] = await Promise.all([
    isShown
      ? findPage(db, round, caller.id, query, { conflicts, criteria })
      : { total: 0, ids: [] },
    isShown ? countWork(db, round, caller.id, conflicts) : NO_WORK,
    findEvaluationRecord(db, round, caller.id),
    toComeAnswer(db, round, arrivedAt, config),
    resultsAnswer(db, found, caller.id),
  ]);
  const total = matching ?? counts.total;
  const rows = await readRows(db, round, caller.id, ids);
  const because = await assignedBecause(db, round, caller.id, rows);
  return {
    json: {
      projects: rows.map(({ submission, evaluation: stored }) => {
        const conflict = conflicts.get(submission.projectId);
        const evaluation = shownEvaluation(stored, submission.id, {
          conflict,
          criteria,
          language,
        });
        return {
          id: submission.projectId,
          nome: submission.nome,
          idea: submission.idea,
          tipologia_impresa: submission.tipologiaImpresa,
          stage: submission.stage,
          industry: submission.industry,
          tech: submission.tech,
          sent_at: submission.sentAt.toISOString(),
          evaluation,
          sent_again: isResubmitted(evaluation),
          assigned_because: because.get(submission.projectId) ?? [],
        };
      }),
      ...closingAnswer(closing),
      sha256: closing?.sha256 ?? null,
      edition: edition.year,
      ...roundAnswer(found),
      ...results,
      ...(round.feedback && { feedback: true as const }),
      ...(round.discussion && { discussion: true as const }),
      criteria,
      ...scoringAnswer(round, arrivedAt, config),
      ...toCome,
      counts,
    },
    headers: {
      "X-WP-Total": String(total),
      "X-WP-TotalPages": String(Math.ceil(total / query.per_page)),
    },
  };
}

/**
 * Returns the number of matching submissions, and the ids on the page in order. The number is null for a request
 * without filters, because `countWork` already counts all submissions. One query returns both, so that a search reads
 * each text only once. Sorts only keys, not whole rows.
 */
async function findPage(
  db: Executor,
  round: RoundKey,
  evaluatorId: string,
  query: ProjectListQuery,
  own: Own,
) {
  const from = (query.page - 1) * query.per_page;
  const scope = await scopeOf(db, round, evaluatorId);
  const condition = listCondition(query, round, own, scope);
  const inOrder = listOrder(query, own);
  if (!query.search && !needsEvaluations(query)) {
    const isCounted = filtersOf(query, own) === undefined;
    return findIndexedPage(db, { condition, inOrder, size: query.per_page, from, isCounted });
  }
  const order = sql.join(inOrder, sql`, `);
  const found = db
    .select({
      total: count(),
      ids: sql<
        string[] | null
      >`(array_agg(${submissions.id} order by ${order}))[${from + 1}::int : ${from + query.per_page}::int]`,
    })
    .from(submissions)
    .$dynamic();
  const joined = needsEvaluations(query)
    ? found.leftJoin(evaluations, ownEvaluation(round, evaluatorId))
    : found;
  const [page] = await joined.where(condition);
  return { total: page?.total ?? 0, ids: page?.ids ?? [] };
}

/**
 * Reads a page of the project list directly from an index. Requires a request without a search and an order that has an
 * index.
 */
async function findIndexedPage(
  db: Executor,
  {
    condition,
    inOrder,
    size,
    from,
    isCounted,
  }: {
    condition: SQL | undefined;
    inOrder: SQL[];
    size: number;
    from: number;
    /** True if `countWork` already counts the submissions. The returned total is then null. */
    isCounted: boolean;
  },
) {
  const [total, rows] = await Promise.all([
    isCounted ? null : db.$count(submissions, condition),
    db
      .select({ id: submissions.id })
      .from(submissions)
      .where(condition)
      .orderBy(...inOrder)
      .limit(size)
      .offset(from),
  ]);
  return { total, ids: rows.map(({ id }) => id) };
}

async function readRows(db: Executor, round: RoundKey, evaluatorId: string, ids: string[]) {
  const rows = await db
    .select({ submission: columns, evaluation: evaluations })
    .from(submissions)
    .leftJoin(evaluations, ownEvaluation(round, evaluatorId))
    .where(inArray(submissions.id, ids));
  const place = new Map(ids.map((id, index) => [id, index]));
  return rows.sort((a, b) => (place.get(a.submission.id) ?? 0) - (place.get(b.submission.id) ?? 0));
}

/**
 * For each given project in the reading plan, returns the reasons why the plan gives the project to the evaluator.
 * Names no other evaluator. Rule: evaluation.by-hand.
 */
async function assignedBecause(
  db: Executor,
  round: RoundKey,
  evaluatorId: string,
  rows: Awaited<ReturnType<typeof readRows>>,
): Promise<Map<string, ReadingReason[]>> {
  const ids = rows.map(({ submission }) => submission.projectId);
  if (ids.length === 0 || !(await findAssignment(db, round))) return new Map();
  const [assigned, byHand, terms] = [
    await db
      .select({ id: projects.id, language: users.language })
      .from(assignedReadings)
      .innerJoin(projects, eq(projects.id, assignedReadings.projectId))
      .innerJoin(users, eq(users.id, projects.userId))
      .where(
        and(
          plannedIn(round),
          eq(assignedReadings.evaluatorId, evaluatorId),
          inArray(projects.id, ids),
        ),
      ),
    await readingsByHand(db, round, evaluatorId),
    (await readTerms(db, round.editionId, evaluatorId)).get(evaluatorId) ?? NO_TERMS,
  ];
  const sectors = new Map(
    rows.map(({ submission }) => [submission.projectId, submission.industry]),
  );
  return new Map(
    assigned.map(({ id, language }) => {
      const project = { language, sector: sectors.get(id) ?? "" };
      return [id, reasonsFor(terms, project, byHand.has(id))];
    }),
  );
}

const columns = {
  id: submissions.id,
  projectId: submissions.projectId,
  nome: submissions.nome,
  idea: submissions.idea,
  tipologiaImpresa: submissions.tipologiaImpresa,
  stage: submissions.stage,
  industry: submissions.industry,
  tech: submissions.tech,
  sentAt: submissions.sentAt,
};

/**
 * Counts the caller's own evaluations of all projects that the caller evaluates in the round, regardless of filters.
 */
export async function countWork(
  db: Executor,
  round: RoundKey,
  evaluatorId: string,
  conflicts: ConflictsOfInterest,
) {
  const countIf = (condition: SQL) =>
    sql<number>`count(*) filter (where ${condition})`.mapWith(Number);
  const scope = await scopeOf(db, round, evaluatorId);
  const excluded = isExcluded(conflicts);
  const [[all], [work]] = await Promise.all([
    db
      .select({ total: count(), excluded: countIf(excluded) })
      .from(submissions)
      .where(and(readIn(round), scope)),
    db
      .select({
        scored: countIf(inState("scored", conflicts)),
        partial: countIf(inState("partial", conflicts)),
        sentAgain: countIf(resubmitted(conflicts)),
        // Counts only manual recusals, because recusals by the conflict-of-interest rule have no stored row. The total
        // number of recused projects includes both kinds.
        recused: countIf(sql`${STORED_STATES.recused} and not ${excluded}`),
      })
      .from(evaluations)
      // The join has no condition on the edition. Before PostgreSQL has statistics about a new edition, such a
      // condition would make PostgreSQL scan all submissions of the edition for each project.
      .innerJoin(
        submissions,
        and(eq(submissions.projectId, evaluations.projectId), submissions.current, scope),
      )
      .where(and(givenIn(round), eq(evaluations.evaluatorId, evaluatorId))),
  ]);
  const total = all?.total ?? 0;
  const recused = (all?.excluded ?? 0) + (work?.recused ?? 0);
  // A reading plan already respects the number of projects that the evaluator agreed to read. This maximum therefore
  // applies only without a reading plan.
  const capacity = scope
    ? null
    : ((await agreedCapacities(db, round, evaluatorId)).get(evaluatorId) ?? null);
  const agreed = owedReadings({ total, recused }, capacity) + recused;
  return {
    total,
    ...(agreed < total && { agreed }),
    scored: work?.scored ?? 0,
    partial: work?.partial ?? 0,
    recused,
    sent_again: work?.sentAgain ?? 0,
  };
}

export const NO_WORK = { total: 0, scored: 0, partial: 0, recused: 0, sent_again: 0 };

type WorkCounts = Awaited<ReturnType<typeof countWork>>;

/**
 * Returns the number of projects that an evaluator has agreed to evaluate but has neither fully scored nor been recused
 * from.
 */
export function readingsLeft({ total, agreed = total, scored, recused }: WorkCounts): number {
  return Math.max(0, agreed - scored - recused);
}
