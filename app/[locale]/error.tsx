"use client";

import { ErrorPage } from "@/components/site/errors/error-page";

/** The locale's layout failed: the error page is shown on its own. */
export default function LocaleError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <main id="main">
      <ErrorPage error={error} retry={retry} />
    </main>
  );
}
