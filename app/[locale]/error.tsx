"use client";

import { ErrorPage } from "@/components/site/errors/error-page";

/** Replaces the whole page, including the header and footer, when the layout of the locale failed. */
export default function LocaleError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <main id="main">
      <ErrorPage error={error} retry={retry} />
    </main>
  );
}
