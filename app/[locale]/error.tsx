"use client";

import { ErrorPage } from "@/components/site/errors/error-page";

/** Replaces the whole page when the locale's layout failed. It has no header or footer. */
export default function LocaleError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <main id="main">
      <ErrorPage error={error} retry={retry} />
    </main>
  );
}
