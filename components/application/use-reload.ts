"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import type { ProjectAnswer } from "@/contract/project/project-schemas";
import { projectQuery } from "@/lib/api/query";

/** Refetches the application for every reader; what it returns was read after it was called. */
export function useReload(locale: string): () => Promise<ProjectAnswer> {
  const queries = useQueryClient();
  const newest = useRef<Promise<ProjectAnswer>>(undefined);
  return useCallback(() => {
    const query = projectQuery(locale);
    async function reading(): Promise<ProjectAnswer> {
      // A read that began before the change would return the state before it.
      await queries.cancelQueries({ queryKey: query.queryKey });
      const answer = await queries.fetchQuery({ ...query, staleTime: 0 });
      // Called again meanwhile, this read was cancelled, too, and has the state before both.
      return newest.current && newest.current !== read ? newest.current : answer;
    }
    const read = reading();
    newest.current = read;
    return read;
  }, [locale, queries]);
}
