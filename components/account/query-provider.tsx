"use client";

import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ApiError } from "@/lib/api/error";
import { loginPath } from "@/lib/routes/guard";
import { placeOf } from "@/lib/routes/path";

/** Milliseconds an answer counts as fresh. */
const FRESH = 30_000;
const TRIES = 2;

/** One query client for the pages behind the sign-in, for as long as the tab stays there. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(makeClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

function makeClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        // With something on the screen there may be something typed: the page says it itself.
        if (isSignedOut(error) && query.state.data === undefined) goToLogin();
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

/** Errors that the same request can overcome a moment later. */
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
