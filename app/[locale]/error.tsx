"use client";

import { ErrorPage } from "@/components/site/error-page";

/** A layout of the locale failed: the error page stands alone. */
export default function LocaleError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <main id="main">
      <ErrorPage error={error} retry={retry} />
    </main>
  );
}
