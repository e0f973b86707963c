"use client";

import { lazy, Suspense, useEffect } from "react";
import { reloadForChunk } from "@/lib/browser/chunk-reload";

/** Every page contains the error boundary, but the code of the error view loads only after an error. */
const ErrorView = lazy(async () => {
  const view = await import("./error-view");
  return { default: view.ErrorView };
});

/**
 * Shows an error that a page threw. If a script of the page is missing because of a newer build, reloads the page
 * instead, at most once per minute. If the error view does not load, the last fallback appears (app/global-error.tsx).
 *
 * @param error the thrown value; server errors have a digest instead of their message
 * @param retry re-renders the failed part
 */
export function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  useEffect(() => {
    console.error(error);
    reloadForChunk(error);
  }, [error]);

  return (
    <Suspense>
      <ErrorView error={error} retry={retry} />
    </Suspense>
  );
}
