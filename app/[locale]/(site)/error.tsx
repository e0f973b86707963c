"use client";

import { ErrorPage } from "@/components/site/errors/error-page";

/** Renders the error page in place of a public page that failed. The header and footer stay visible. */
export default function PageError({ error, retry }: { error: unknown; retry: () => void }) {
  return <ErrorPage error={error} retry={retry} />;
}
