"use client";

import { ErrorPage } from "@/components/site/errors/error-page";

/** A public page failed: header and footer stay. */
export default function PageError({ error, retry }: { error: unknown; retry: () => void }) {
  return <ErrorPage error={error} retry={retry} />;
}
