"use client";

import { ErrorPage } from "@/components/site/error-page";

export default function LocaleError({ error, retry }: { error: unknown; retry: () => void }) {
  return <ErrorPage error={error} retry={retry} />;
}
