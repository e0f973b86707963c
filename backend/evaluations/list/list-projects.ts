import { and, count, eq, inArray, sql } from "drizzle-orm";
import type { listProjects } from "@/contract/evaluations";
import { CRITERIA } from "@/contract/weights";
import type { Executor } from "../db/connect";
import { submissions } from "../db/schema/applications";
import { evaluations } from "../db/schema/evaluations";
import type { Handler } from "../http/serve";
import { closingAnswer, findClosing } from "./closing";
import { editionOf } from "./edition";
import {
  listCondition,
  listOrder,
  needsEvaluations,
  type ProjectListQuery,
  STATE_CONDITIONS,
} from "./list-filters";
import { toEvaluation } from "./stored-evaluation";

/** The sent projects of an edition, page by page, with the caller's own work and nobody else's. */
export const readProjectList: Handler<typeof listProjects> = async ({
  db,
  caller,
  query,
  arrivedAt,
}) => {
  const edition = await editionOf(db, query.edition, arrivedAt);
  const [{ total, ids }, counts, closing] = await Promise.all([
    findPage(db, edition.id, caller.id, query),
    countWork(db, edition.id, caller.id),
    findClosing(db, edition.id, caller.id),
  ]);
  const rows = await readRows(db, caller.id, ids);
  return {
    json: {
      projects: rows.map(({ submission, evaluation }) => ({
        id: submission.projectId,
        nome: submission.nome,
        idea: submission.idea,
        tipologia_impresa: submission.tipologiaImpresa,
        stage: submission.stage,
        industry: submission.industry,
        tech: submission.tech,
        sent_at: submission.sentAt.toISOString(),
        evaluation: evaluation && toEvaluation(evaluation, submission.id),
      })),
      ...closingAnswer(closing),
      sha256: closing?.sha256 ?? null,
      edition: edition.year,
      criteria: [...CRITERIA],
      evaluationDeadlineAt: edition.evaluationClosesAt?.toISOString() ?? null,
      counts,
    },
    headers: {
      "X-WP-Total": String(total),
      "X-WP-TotalPages": String(Math.ceil(total / query.per_page)),
    },
  };
};

/**
 * How many sent versions match, and which of them are on the page, in order. One pass for both: a
 * search that reads many texts reads them once, and only keys are sorted, never whole rows.
 */
async function findPage(
  db: Executor,
  editionId: string,
  evaluatorId: string,
  query: ProjectListQuery,
) {
  const from = (query.page - 1) * query.per_page;
  if (!query.search && !needsEvaluations(query)) return findIndexedPage(db, editionId, query, from);
  const order = sql.join(listOrder(query), sql`, `);
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
    ? found.leftJoin(evaluations, ownEvaluation(evaluatorId))
    : found;
  const [page] = await joined.where(listCondition(query, editionId));
  return { total: page?.total ?? 0, ids: page?.ids ?? [] };
}

/** Without a search, and by what an index has in order, a page is read off the index. */
async function findIndexedPage(
  db: Executor,
  editionId: string,
  query: ProjectListQuery,
  from: number,
) {
  const condition = listCondition(query, editionId);
  const [total, rows] = await Promise.all([
    db.$count(submissions, condition),
    db
      .select({ id: submissions.id })
      .from(submissions)
      .where(condition)
      .orderBy(...listOrder(query))
      .limit(query.per_page)
      .offset(from),
  ]);
  return { total, ids: rows.map(({ id }) => id) };
}

async function readRows(db: Executor, evaluatorId: string, ids: string[]) {
  const rows = await db
    .select({ submission: columns, evaluation: evaluations })
    .from(submissions)
    .leftJoin(evaluations, ownEvaluation(evaluatorId))
    .where(inArray(submissions.id, ids));
  const place = new Map(ids.map((id, index) => [id, index]));
  return rows.sort((a, b) => (place.get(a.submission.id) ?? 0) - (place.get(b.submission.id) ?? 0));
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

function ownEvaluation(evaluatorId: string) {
  return and(
    eq(evaluations.projectId, submissions.projectId),
    eq(evaluations.evaluatorId, evaluatorId),
  );
}

/** The caller's own work in the whole edition, whatever the filters. */
export async function countWork(db: Executor, editionId: string, evaluatorId: string) {
  const sent = and(eq(submissions.editionId, editionId), submissions.current);
  const [[all], [work]] = await Promise.all([
    db.select({ total: count() }).from(submissions).where(sent),
    db
      .select({
        scored: countWhere("scored"),
        partial: countWhere("partial"),
        recused: countWhere("recused"),
      })
      .from(evaluations)
      .innerJoin(submissions, and(eq(submissions.projectId, evaluations.projectId), sent))
      .where(and(eq(evaluations.evaluatorId, evaluatorId), eq(evaluations.editionId, editionId))),
  ]);
  return {
    total: all?.total ?? 0,
    scored: work?.scored ?? 0,
    partial: work?.partial ?? 0,
    recused: work?.recused ?? 0,
  };
}

function countWhere(state: keyof typeof STATE_CONDITIONS) {
  return sql<number>`count(*) filter (where ${STATE_CONDITIONS[state]})`.mapWith(Number);
}
