"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useLocale } from "next-intl";
import { useEffect, useRef } from "react";
import type { z } from "zod";
import type { AnswerOf, Endpoint } from "@/contract/endpoint";
import type { CallRequest } from "@/lib/api/client";
import { readOf } from "@/lib/api/query";
import { useRouter } from "@/lib/i18n/navigation";
import { useRefreshedQuery } from "../shell/use-refreshed-query";

type Search = Record<string, string>;

/** Parses a list's filters, order, and page from its URL. Drops values that the contract does not allow. */
export function searchOf(schema: z.ZodObject, params: Pick<URLSearchParams, "get">): Search {
  return Object.fromEntries(
    Object.entries(schema.shape).flatMap(([name, part]) => {
      const value = params.get(name);
      return value && (part as z.ZodType).safeParse(value).success ? [[name, value]] : [];
    }),
  );
}

/** URL parameters that are not filters: pages, order, and columns. */
const PAGE = ["after", "before", "per_page"];
const VIEW = ["sort", "columns", ...PAGE];

/**
 * Returns the URL parameters that the contract does not know or no longer allows. If the list ignored them, it would
 * show more rows than the URL requests.
 */
export function unknownOf(schema: z.ZodObject, params: Iterable<[string, string]>): Search {
  // The menu adds the chosen edition to every page, also to lists of all editions, such as emails.
  const known = [...PAGE, "from", ...(schema.shape.edition ? [] : ["edition"])];
  return Object.fromEntries(
    [...params].filter(([name, value]) => {
      const part = schema.shape[name] as z.ZodType | undefined;
      return value !== "" && !known.includes(name) && !part?.safeParse(value).success;
    }),
  );
}

/**
 * Returns a URL query with changes. An undefined or empty value removes its parameter. Returns "" if no parameter is
 * left.
 */
export function searchText(
  search: Search,
  change: Record<string, string | undefined> = {},
): string {
  const all = { ...search, ...change };
  const left = Object.entries(all).filter((part): part is [string, string] => Boolean(part[1]));
  return left.length > 0 ? `?${new URLSearchParams(left)}` : "";
}

/** URL query that an application's page has if it was opened from the ranking. */
export const FROM_SELECTION = { from: "selection" } as const;

/**
 * Returns the URL of an application's page. `list` is the query of the list in which the page finds the previous and
 * next application.
 */
export function applicationHref(id: string, list: Search): string {
  return `/dashboard/regia/candidature/${id}${searchText(list)}`;
}

/**
 * Manages a list whose filters, order, and page are in the URL's query, under the endpoint's parameter names. A changed
 * filter leads to the first page.
 *
 * @param schema the endpoint's query schema, with `after` and `before`
 */
export function useListAddress(schema: z.ZodObject) {
  const params = useSearchParams();
  const search = searchOf(schema, params);
  const router = useRouter();
  // Queries of navigations that are still loading, oldest first. If the user adds another filter during a navigation,
  // the filter extends the newest of these queries.
  const coming = useRef<Search[]>([]);
  const here = searchText(search);
  useEffect(() => {
    const arrived = coming.current.findIndex((one) => searchText(one) === here);
    coming.current = arrived < 0 ? [] : coming.current.slice(arrived + 1);
  }, [here]);
  const hrefFrom = (from: Search, change: Record<string, string | undefined>) =>
    searchText(from, { after: undefined, before: undefined, ...change });
  const href = (change: Record<string, string | undefined>) => hrefFrom(search, change) || "?";
  return {
    search,
    unknown: unknownOf(schema, params.entries()),
    href,
    go: (change: Record<string, string | undefined>) => {
      const query = hrefFrom(coming.current.at(-1) ?? search, change);
      const next = searchOf(schema, new URLSearchParams(query));
      // If the new URL equals the URL of the visible list, forget the navigations that are still loading, because the
      // new navigation replaces them.
      coming.current = searchText(next) === here ? [] : [...coming.current, next];
      router.push(query || "?", { scroll: false });
    },
  };
}

/**
 * Reads a list from its endpoint, with the query in the URL (`useListAddress`). The old page of rows stays visible
 * until the next page arrives.
 *
 * @param refresh returns the milliseconds until the next refetch
 * @param options.rows the number of rows per page, if the URL names none
 */
export function useList<E extends Endpoint & { query: z.ZodObject }>(
  endpoint: E,
  refresh?: (data: AnswerOf<E> | undefined) => number,
  { rows }: { rows?: number | undefined } = {},
) {
  const locale = useLocale();
  const address = useListAddress(endpoint.query);
  const isFilter = ([name]: [string, string]) => !VIEW.includes(name);
  const filter: Search = Object.fromEntries(Object.entries(address.search).filter(isFilter));
  const request = { ...(rows && { per_page: String(rows) }), ...address.search };
  const query = useRefreshedQuery({
    ...readOf(endpoint, { locale, query: request } as unknown as CallRequest<E>),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (refresh ? refresh(state.data) : false),
  });
  return { ...address, filter, query, data: query.data };
}
