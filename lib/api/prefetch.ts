import { type DehydratedState, dehydrate, QueryClient } from "@tanstack/react-query";
import type { Endpoint } from "@/contract/endpoint";
import type { CallRequest } from "./client";
import { ApiError } from "./error";
import { callAsUser } from "./server";

type Read = { queryKey: readonly unknown[]; meta?: Record<string, unknown> | undefined };

/**
 * Prefetches on the server what the page's queries will need, for a HydrationBoundary around it. What
 * cannot be read now (no valid access token, an error) is left to the browser, which shows the reason.
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
        console.error(`${endpoint.name} could not be read ahead`, error);
      }
    }),
  );
  return dehydrate(client);
}

/** The same for data that is already at hand. */
export function known<T>({ queryKey }: Read, data: T): DehydratedState {
  const client = new QueryClient();
  client.setQueryData(queryKey, data);
  return dehydrate(client);
}
