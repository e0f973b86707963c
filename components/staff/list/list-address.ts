"use client";

import { useSearchParams } from "next/navigation";
import type { z } from "zod";
import { useRouter } from "@/lib/i18n/navigation";

type Search = Record<string, string>;

/** A list's state as its address holds it; what the contract does not know is dropped. */
export function searchOf(schema: z.ZodObject, params: Pick<URLSearchParams, "get">): Search {
  return Object.fromEntries(
    Object.entries(schema.shape).flatMap(([name, part]) => {
      const value = params.get(name);
      return value && (part as z.ZodType).safeParse(value).success ? [[name, value]] : [];
    }),
  );
}

/** The query of an address, with some of it changed; an undefined part goes. Empty where nothing is left. */
export function searchText(
  search: Search,
  change: Record<string, string | undefined> = {},
): string {
  const all = { ...search, ...change };
  const left = Object.entries(all).filter((part): part is [string, string] => Boolean(part[1]));
  return left.length > 0 ? `?${new URLSearchParams(left)}` : "";
}

/**
 * A list is an address: its state is the query, under the names of the endpoint's. A change of filters leads to the
 * first page.
 *
 * @param schema the endpoint's query, with `after` and `before`
 */
export function useListAddress(schema: z.ZodObject) {
  const search = searchOf(schema, useSearchParams());
  const router = useRouter();
  const href = (change: Record<string, string | undefined>) =>
    searchText(search, { after: undefined, before: undefined, ...change }) || "?";
  return {
    search,
    href,
    go: (change: Record<string, string | undefined>) =>
      router.push(href(change), { scroll: false }),
  };
}
