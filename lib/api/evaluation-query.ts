import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
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
import { withStored } from "../draft/sheet-form";
import { call, callPage } from "./call";

/** Everything an evaluator reads; invalidated whole after closing. */
export const EVALUATION_KEY = ["evaluation"] as const;

/** One page of the sent projects; the previous page stays shown while the next one loads. */
export function projectsQuery(locale: string, query: ProjectListQuery) {
  return queryOptions({
    queryKey: [...EVALUATION_KEY, "list", query],
    queryFn: ({ signal }) => callPage(listProjects, { locale, query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** A project as it was sent, with the caller's evaluation. */
export function projectForEvaluationQuery(locale: string, id: string) {
  return queryOptions({
    queryKey: [...EVALUATION_KEY, "project", id],
    async queryFn({ client, queryKey, signal }): Promise<ProjectForEvaluation> {
      const answer = await call(getProjectForEvaluation, { locale, params: { id }, signal });
      const saved = client.getQueryData<ProjectForEvaluation>(queryKey)?.evaluation;
      // A save that was stored meanwhile knows better than an answer from before it.
      const isLate = saved && saved.version > (answer.evaluation?.version ?? 0);
      return isLate ? withStored(answer, saved) : answer;
    },
    // The score sheet owns what it shows: a background refetch must not pull it away.
    staleTime: Number.POSITIVE_INFINITY,
    // But whoever comes back to a project finds it as it is now: it may have been sent again.
    refetchOnMount: "always",
  });
}

/** A project's position in the list one came from. */
export function neighboursQuery(locale: string, id: string, list: ProjectListQuery) {
  const { edition: _, page: __, per_page: ___, ...query } = list;
  return queryOptions({
    queryKey: [...EVALUATION_KEY, "list", "around", id, query],
    queryFn: ({ signal }) => call(getNeighbours, { locale, params: { id }, query, signal }),
    // It is read while the score sheet is written in: when it fails, nobody is led away (query-provider.tsx).
    meta: { beside: true },
  });
}

/** What to read next, of what is left; it changes with every save. */
export function nextProjectQuery(locale: string, edition: number) {
  return queryOptions({
    queryKey: [...EVALUATION_KEY, "list", "next", edition],
    queryFn: ({ signal }) => call(getNextProject, { locale, query: { edition }, signal }),
  });
}

/** The existing evaluations, and one's progress in each. */
export function evaluationsQuery(locale: string) {
  return queryOptions({
    queryKey: [...EVALUATION_KEY, "list", "all"],
    queryFn: ({ signal }) => call(listEvaluations, { locale, signal }),
  });
}

/** The ranking, for those who have closed. It changes only when somebody closes. */
export function rankingQuery(locale: string, edition: number | undefined) {
  return queryOptions({
    queryKey: [...EVALUATION_KEY, "ranking", edition ?? null],
    queryFn: ({ signal }) => call(getRanking, { locale, query: { edition }, signal }),
    staleTime: 60_000,
  });
}
