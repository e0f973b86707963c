import { queryOptions } from "@tanstack/react-query";
import type { AnswerOf, Endpoint } from "@/contract/endpoint";
import { getProject } from "@/contract/project/project";
import { getMe } from "@/contract/users/own-account";
import { call } from "./call";
import type { CallRequest } from "./client";

/*
 * What the pages behind the sign-in read. The language is not part of a key: these answers are data,
 * and the words for them are the page's.
 */

/** What to read, for the browser (queryFn, through the gateway) and for prefetch() on the server. */
export function readOf<E extends Endpoint>(endpoint: E, request: CallRequest<E>) {
  const { query = {}, params = {} } = request as { query?: object; params?: object };
  return queryOptions({
    queryKey: [endpoint.name, params, query] as const,
    queryFn: ({ signal }): Promise<AnswerOf<E>> => call(endpoint, { ...request, signal }),
    meta: { endpoint, request },
  });
}

/** The signed-in user. */
export function meQuery(locale: string) {
  return readOf(getMe, { locale });
}

/**
 * The applicant's project with its deadline and edition: "skipped if already loaded unless forced".
 * Save, send and upload force it by invalidating it.
 */
export function projectQuery(locale: string) {
  return { ...readOf(getProject, { locale }), staleTime: Number.POSITIVE_INFINITY };
}
