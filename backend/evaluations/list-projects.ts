import { and, count, eq, sql } from "drizzle-orm";
import type { listProjects } from "@/contract/evaluations";
import { CRITERIA } from "@/contract/weights";
import type { Executor } from "../db/connect";
import { evaluations, submissions } from "../db/schema";
import type { Handler } from "../http/serve";
import { closingAnswer, findClosing } from "./closing";
import { editionOf } from "./edition";
import { listCondition, listOrder, STATE_CONDITIONS } from "./list-filters";
import { toEvaluation } from "./stored-evaluation";

/** The sent projects of an edition, page by page, with the caller's own work and nobody else's. */
export const readProjectList: Handler<typeof listProjects> = async ({ db, caller, query }) => {
  const edition = await editionOf(db, query.edition);
  const condition = listCondition(query, edition.id);
  const mine = ownEvaluation(caller.id);
  const [rows, [found], counts, closing] = await Promise.all([
    db
      .select({ submission: columns, evaluation: evaluations })
      .from(submissions)
      .leftJoin(evaluations, mine)
      .where(condition)
      .orderBy(...listOrder(query))
      .limit(query.per_page)
      .offset((query.page - 1) * query.per_page),
    // Only a filter by state looks at evaluations: without one the count leaves them out.
    query.state
      ? db.select({ total: count() }).from(submissions).leftJoin(evaluations, mine).where(condition)
      : db.select({ total: count() }).from(submissions).where(condition),
    countWork(db, edition.id, caller.id),
    findClosing(db, edition.id, caller.id),
  ]);
  const total = found?.total ?? 0;
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
async function countWork(db: Executor, editionId: string, evaluatorId: string) {
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
