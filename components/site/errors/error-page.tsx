"use client";

import { lazy, Suspense, useEffect } from "react";
import { reloadForChunk } from "@/lib/browser/chunk-reload";

/** Every page ships what catches its errors; what shows them comes when there is one. */
const ErrorView = lazy(async () => {
  const view = await import("./error-view");
  return { default: view.ErrorView };
});

/**
 * What people see when a page throws. A failed chunk (a newer build) reloads the page instead, at most once per
 * minute. If the view cannot come either, the last fallback is shown (app/global-error.tsx).
 *
 * @param error what was thrown; server errors come with a digest instead of their message
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
