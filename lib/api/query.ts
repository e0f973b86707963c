import { queryOptions } from "@tanstack/react-query";
import type { AnswerOf, Endpoint } from "@/contract/endpoint";
import { getProject } from "@/contract/project/project";
import { getMe } from "@/contract/users/own-account";
import { call } from "./call";
import type { CallRequest } from "./client";

/*
 * Queries of the pages that require sign-in. Their keys do not contain the language, because the responses contain no
 * translated text.
 */

/**
 * Returns an endpoint's query, both for the browser (queryFn, through the gateway) and for prefetch() on the server.
 */
export function readOf<E extends Endpoint>(endpoint: E, request: CallRequest<E>) {
  const { query = {}, params = {} } = request as { query?: object; params?: object };
  return queryOptions({
    queryKey: [endpoint.name, params, query] as const,
    queryFn: ({ signal }): Promise<AnswerOf<E>> => call(endpoint, { ...request, signal }),
    meta: { endpoint, request },
  });
}

/** Returns the query for the signed-in user. */
export function meQuery(locale: string) {
  return readOf(getMe, { locale });
}

/**
 * Returns the query for the applicant's application with its deadline and edition. Loaded data never becomes stale,
 * because saving, sending, and uploading invalidate the query.
 */
export function projectQuery(locale: string) {
  return { ...readOf(getProject, { locale }), staleTime: Number.POSITIVE_INFINITY };
}
