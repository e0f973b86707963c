"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { listTags } from "@/contract/staff/tags";
import { readOf } from "@/lib/api/query";

/**
 * Returns the tags of an edition; undefined until loaded. If no edition is given, returns the tags of the current
 * edition.
 */
export function useTags(edition?: string) {
  const locale = useLocale();
  const query = edition ? { edition: Number(edition) } : {};
  return useQuery(readOf(listTags, { locale, query })).data?.tags;
}
