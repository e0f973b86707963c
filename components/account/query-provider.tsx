"use client";

import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ApiError } from "@/lib/api/error";
import { loginPath } from "@/lib/routes/guard";
import { placeOf } from "@/lib/routes/path";

/** Milliseconds for which a cached response counts as fresh. */
const FRESH = 30_000;
const TRIES = 2;

/** Provides one query client for all pages of the private area. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(makeClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

function makeClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        // Redirect to sign-in only if no data is visible. With visible data, the user possibly has typed text, so the
        // page reports the error instead.
        const shows = query.state.data !== undefined || query.meta?.beside === true;
        if (isSignedOut(error) && !shows) goToLogin();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: FRESH,
        retry: (failures, error) => isPassing(error) && failures < TRIES,
      },
    },
  });
}

/** Reports whether repeating the failed request can succeed. */
function isPassing(error: Error): boolean {
  return error instanceof ApiError && (error.code === "network" || error.status >= 500);
}

function isSignedOut(error: Error): boolean {
  return error instanceof ApiError && error.code === "not_authenticated";
}

function goToLogin() {
  const { pathname, search } = window.location;
  const next = new URLSearchParams({ next: pathname + search });
  window.location.assign(`${loginPath(placeOf(pathname))}?${next}`);
}
