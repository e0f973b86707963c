import { type DehydratedState, dehydrate, QueryClient } from "@tanstack/react-query";
import type { Endpoint } from "@/contract/endpoint";
import type { CallRequest } from "./client";
import { ApiError } from "./error";
import { callAsUser } from "./server";

type Read = { queryKey: readonly unknown[]; meta?: Record<string, unknown> | undefined };

/**
 * Prefetches the page's queries on the server, for a HydrationBoundary. Skips queries that fail or that have no valid
 * access token: the browser runs them again and shows the error.
 */
export async function prefetch(...reads: Read[]): Promise<DehydratedState> {
  const client = new QueryClient();
  await Promise.all(
    reads.map(async ({ queryKey, meta }) => {
      const { endpoint, request } = meta as { endpoint: Endpoint; request: CallRequest<Endpoint> };
      try {
        const data = await callAsUser(endpoint, request);
        if (data !== null) client.setQueryData(queryKey, data);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        console.error(`${endpoint.name} could not be prefetched`, error);
      }
    }),
  );
  return dehydrate(client);
}

/** Returns the dehydrated state of a query, made from data that the server has already loaded. */
export function known<T>({ queryKey }: Read, data: T): DehydratedState {
  const client = new QueryClient();
  client.setQueryData(queryKey, data);
  return dehydrate(client);
}
