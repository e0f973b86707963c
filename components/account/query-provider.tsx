"use client";

import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ApiError } from "@/lib/api/error";
import { loginPath } from "@/lib/routes/guard";
import { placeOf } from "@/lib/routes/path";

/** How long an answer counts as fresh, in milliseconds. */
const FRESH = 30_000;
const TRIES = 2;

/** One query client for the pages behind the sign-in, for as long as the tab stays on them. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(makeClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

function makeClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        // When something is on the screen, something may have been typed: the page reports the error itself.
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

/** Errors that a retry of the same request may overcome. */
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
