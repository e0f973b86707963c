"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import type { ProjectAnswer } from "@/contract/project/project-schemas";
import { projectQuery } from "@/lib/api/query";

/**
 * Returns a function that refetches the application for all components. The returned data is never older than the call.
 */
export function useReload(locale: string): () => Promise<ProjectAnswer> {
  const queries = useQueryClient();
  const newest = useRef<Promise<ProjectAnswer>>(undefined);
  return useCallback(() => {
    const query = projectQuery(locale);
    async function reading(): Promise<ProjectAnswer> {
      // Cancel a running request, because its response could contain the application's state before the change that
      // caused this refetch.
      await queries.cancelQueries({ queryKey: query.queryKey });
      const answer = await queries.fetchQuery({ ...query, staleTime: 0 });
      // A later call has canceled this request. Return the later request's result, which is newer.
      return newest.current && newest.current !== read ? newest.current : answer;
    }
    const read = reading();
    newest.current = read;
    return read;
  }, [locale, queries]);
}
