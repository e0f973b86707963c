import { queryOptions } from "@tanstack/react-query";
import type { AnswerOf, Endpoint } from "@/contract/endpoint";
import { listProjects } from "@/contract/evaluations";
import { getProject } from "@/contract/project";
import { getMe } from "@/contract/users";
import { call } from "./call";
import type { CallRequest } from "./client";

/*
 * What the pages behind the sign-in read. The language is no part of a key: these answers are data,
 * and the words for them are the page's.
 */

function readOf<E extends Endpoint>(endpoint: E, request: CallRequest<E>) {
  const { query = {}, params = {} } = request as { query?: object; params?: object };
  return queryOptions({
    queryKey: [endpoint.name, params, query] as const,
    queryFn: ({ signal }): Promise<AnswerOf<E>> => call(endpoint, { ...request, signal }),
  });
}

/** The signed-in user. */
export function meQuery(locale: string) {
  return readOf(getMe, { locale });
}

/** The applicant's project with its deadline and edition. Skipped while fresh; save, send and
 * upload invalidate it. */
export function projectQuery(locale: string) {
  return readOf(getProject, { locale });
}

/** The evaluator's list. */
export function projectsQuery(
  locale: string,
  query: CallRequest<typeof listProjects>["query"] = {},
) {
  return readOf(listProjects, { locale, query });
}
