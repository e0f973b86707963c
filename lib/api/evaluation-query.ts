import { queryOptions } from "@tanstack/react-query";
import { getDiscussion, listDiscussions } from "@/contract/evaluation/discussion";
import type {
  Evaluation,
  ProjectForEvaluation,
  ProjectListQuery,
} from "@/contract/evaluation/evaluation-schemas";
import {
  getNeighbours,
  getNextProject,
  listEvaluations,
} from "@/contract/evaluation/evaluation-work";
import {
  getProjectForEvaluation,
  getRanking,
  listProjects,
} from "@/contract/evaluation/evaluations";
import { getFeedback } from "@/contract/evaluation/feedback";
import { isResubmitted } from "@/contract/evaluation/resubmission";
import { call, callPage } from "./call";

/** The round of a request, as a number or from the URL. Without it, the back end chooses the round. */
type AskedRound = ProjectListQuery["round"];

/** The key prefix of every query of the evaluation workspace. Closing an evaluation invalidates all of them. */
export const EVALUATION_KEY = ["evaluation"] as const;

/**
 * Returns the query for one page of sent projects. The previous page of the same round stays visible while the next page loads.
 */
export function projectsQuery(locale: string, query: ProjectListQuery) {
  return queryOptions({
    queryKey: [...EVALUATION_KEY, "list", query],
    queryFn: ({ signal }) => callPage(listProjects, { locale, query, signal }),
    placeholderData: (previous, before) =>
      (before?.queryKey[2] as ProjectListQuery | undefined)?.round === query.round
        ? previous
        : undefined,
  });
}

/** Returns the query for a project as submitted, with the caller's evaluation in a round. */
export function projectForEvaluationQuery(locale: string, id: string, round?: AskedRound) {
  return queryOptions({
    queryKey: [...EVALUATION_KEY, "project", id, round === undefined ? null : Number(round)],
    async queryFn({ client, queryKey, signal }): Promise<ProjectForEvaluation> {
      const answer = await call(getProjectForEvaluation, {
        ...{ locale, params: { id }, signal },
        query: { round },
      });
      const saved = client.getQueryData<ProjectForEvaluation>(queryKey)?.evaluation;
      // A save that finished during this request has a newer evaluation than the answer.
      const isLate = saved && saved.version > (answer.evaluation?.version ?? 0);
      return isLate ? withStored(answer, saved) : answer;
    },
    // The score form owns its data, so a background refetch must not replace it.
    staleTime: Number.POSITIVE_INFINITY,
    // Refetch when the evaluator returns to a project: it can have been submitted again.
    refetchOnMount: "always",
  });
}

/** Returns the query for the evaluator's text for the applicant. The form owns its data, as the score form does. */
export function feedbackQuery(locale: string, id: string, round?: AskedRound) {
  return queryOptions({
    queryKey: [...EVALUATION_KEY, "feedback", id, round === undefined ? null : Number(round)],
    queryFn: ({ signal }) =>
      call(getFeedback, { locale, params: { id }, query: { round }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: "always",
    meta: { beside: true },
  });
}

/** Returns the query for the discussions that are open to the caller in a round. */
export function discussionsQuery(
  locale: string,
  { edition, round }: Pick<ProjectListQuery, "edition" | "round">,
) {
  return queryOptions({
    queryKey: [...EVALUATION_KEY, "discussions", edition ?? null, round ?? null],
    queryFn: ({ signal }) => call(listDiscussions, { locale, query: { edition, round }, signal }),
  });
}

/** Returns the query for the discussion of a project in a round. */
export function discussionQuery(locale: string, id: string, round?: AskedRound) {
  return queryOptions({
    queryKey: [...EVALUATION_KEY, "discussion", id, round === undefined ? null : Number(round)],
    queryFn: ({ signal }) =>
      call(getDiscussion, { locale, params: { id }, query: { round }, signal }),
  });
}

/** Returns the project with a stored evaluation, unless the project already has a newer one. */
export function withStored(known: ProjectForEvaluation, evaluation: Evaluation) {
  const version = known.evaluation?.version ?? 0;
  if (version > evaluation.version) return known;
  return { ...known, evaluation, sent_again: isResubmitted(evaluation) };
}

/** Returns the query for a project's neighbors in the list that the evaluator came from. */
export function neighboursQuery(locale: string, id: string, list: ProjectListQuery) {
  const { edition: _, page: __, per_page: ___, ...query } = list;
  return queryOptions({
    queryKey: [...EVALUATION_KEY, "list", "around", id, query],
    queryFn: ({ signal }) => call(getNeighbours, { locale, params: { id }, query, signal }),
    // This query runs beside the score form. Its failure must not redirect the evaluator (query-provider.tsx).
    meta: { beside: true },
  });
}

/** Returns the query for the next unread project of a round. Every save can change the answer. */
export function nextProjectQuery(locale: string, edition: number, round?: number) {
  return queryOptions({
    queryKey: [...EVALUATION_KEY, "list", "next", edition, round ?? null],
    queryFn: ({ signal }) => call(getNextProject, { locale, query: { edition, round }, signal }),
  });
}

/** Returns the query for all evaluations and the caller's progress in each. */
export function evaluationsQuery(locale: string) {
  return queryOptions({
    queryKey: [...EVALUATION_KEY, "list", "all"],
    queryFn: ({ signal }) => call(listEvaluations, { locale, signal }),
  });
}

/** Returns the query for the ranking, for evaluators who closed. The ranking changes only when an evaluator closes. */
export function rankingQuery(
  locale: string,
  { edition, round }: Pick<ProjectListQuery, "edition" | "round">,
) {
  return queryOptions({
    queryKey: [...EVALUATION_KEY, "ranking", edition ?? null, round ?? null],
    queryFn: ({ signal }) => call(getRanking, { locale, query: { edition, round }, signal }),
    staleTime: 60_000,
  });
}
