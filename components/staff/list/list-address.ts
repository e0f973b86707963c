"use client";

import { useSearchParams } from "next/navigation";
import type { z } from "zod";
import { useRouter } from "@/lib/i18n/navigation";

type Search = Record<string, string>;

/** Parses a list's state from its URL. Drops values that the contract does not allow. */
export function searchOf(schema: z.ZodObject, params: Pick<URLSearchParams, "get">): Search {
  return Object.fromEntries(
    Object.entries(schema.shape).flatMap(([name, part]) => {
      const value = params.get(name);
      return value && (part as z.ZodType).safeParse(value).success ? [[name, value]] : [];
    }),
  );
}

/** Returns a URL query with changes. An undefined value removes its parameter. Empty if no parameter is left. */
export function searchText(
  search: Search,
  change: Record<string, string | undefined> = {},
): string {
  const all = { ...search, ...change };
  const left = Object.entries(all).filter((part): part is [string, string] => Boolean(part[1]));
  return left.length > 0 ? `?${new URLSearchParams(left)}` : "";
}

/**
 * Manages a list whose state is in the URL's query, under the endpoint's parameter names. A changed filter leads to the
 * first page.
 *
 * @param schema the endpoint's query schema, with `after` and `before`
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
