import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ProjectListQuery } from "@/contract/evaluation-schemas";
import { getProjectForEvaluation, listProjects } from "@/contract/evaluations";
import { call, callPage } from "./call";

/** Everything an evaluator reads; invalidated whole after closing. */
export const EVALUATION_KEY = ["evaluation"] as const;

/** One page of the sent projects; the page before stays shown while the next one comes. */
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
    queryFn: ({ signal }) => call(getProjectForEvaluation, { locale, params: { id }, signal }),
    // The score sheet owns what it shows: a background refetch must not pull it away.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
