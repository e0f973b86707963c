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

/**
 * The round that a request asks for: a number, or the text of the URL's parameter. If the request names no round, the
 * back end chooses a round.
 */
type AskedRound = ProjectListQuery["round"];

/** Prefix of the query keys of the evaluation workspace. Closing an evaluation invalidates all these queries. */
export const EVALUATION_KEY = ["evaluation"] as const;

/**
 * Returns the query for one page of the evaluator's project list. While another page of the same round loads, the
 * previous page stays visible.
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

/** Returns the query for a project as submitted, together with the caller's evaluation in a round. */
export function projectForEvaluationQuery(locale: string, id: string, round?: AskedRound) {
  return queryOptions({
    queryKey: [...EVALUATION_KEY, "project", id, round === undefined ? null : Number(round)],
    async queryFn({ client, queryKey, signal }): Promise<ProjectForEvaluation> {
      const answer = await call(getProjectForEvaluation, {
        ...{ locale, params: { id }, signal },
        query: { round },
      });
      const saved = client.getQueryData<ProjectForEvaluation>(queryKey)?.evaluation;
      // If the evaluator's scores were saved during this request, the cache already has a newer evaluation than the
      // response. Keep the newer evaluation.
      const isLate = saved && saved.version > (answer.evaluation?.version ?? 0);
      return isLate ? withStored(answer, saved) : answer;
    },
    // The score form contains the evaluator's unsaved edits. Prevent refetches in the background, because a refetch
    // would replace the form's data.
    staleTime: Number.POSITIVE_INFINITY,
    // Load the project again when the evaluator returns to the project, because the applicant could have resubmitted
    // it.
    refetchOnMount: "always",
  });
}

/**
 * Returns the query for the text that the evaluator writes for the applicant. The query never refetches in the
 * background, because a refetch would replace unsaved edits in the form.
 */
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

/** Returns the query for the discussions that the caller can see in a round. */
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

/**
 * Returns a copy of the project in which `evaluation`, as saved by the server, replaces the evaluation. If the project
 * already has a newer evaluation, returns the project unchanged.
 */
export function withStored(known: ProjectForEvaluation, evaluation: Evaluation) {
  const version = known.evaluation?.version ?? 0;
  if (version > evaluation.version) return known;
  return { ...known, evaluation, sent_again: isResubmitted(evaluation) };
}

/** Returns the query for the previous and the next project in the list from which the evaluator opened the project. */
export function neighboursQuery(locale: string, id: string, list: ProjectListQuery) {
  const { edition: _, page: __, per_page: ___, ...query } = list;
  return queryOptions({
    queryKey: [...EVALUATION_KEY, "list", "around", id, query],
    queryFn: ({ signal }) => call(getNeighbours, { locale, params: { id }, query, signal }),
    // If the session has ended, this failed query must not redirect to the sign-in page. The evaluator can have unsaved
    // scores in the form (query-provider.tsx).
    meta: { beside: true },
  });
}

/**
 * Returns the query for the next project that the caller must score in a round. Every saved score can change which
 * project is next.
 */
export function nextProjectQuery(locale: string, edition: number, round?: number) {
  return queryOptions({
    queryKey: [...EVALUATION_KEY, "list", "next", edition, round ?? null],
    queryFn: ({ signal }) => call(getNextProject, { locale, query: { edition, round }, signal }),
  });
}

/** Returns the query for all editions that the caller can evaluate, with the caller's progress in each. */
export function evaluationsQuery(locale: string) {
  return queryOptions({
    queryKey: [...EVALUATION_KEY, "list", "all"],
    queryFn: ({ signal }) => call(listEvaluations, { locale, signal }),
  });
}

/**
 * Returns the query for the ranking, which evaluators see after they close their evaluation. The ranking changes only
 * when an evaluator closes an evaluation.
 */
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
