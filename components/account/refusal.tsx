"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { FormAlert } from "@/components/forms/form-alert";
import type { ApiError } from "@/lib/api/error";
import { datesIn } from "@/lib/i18n/dates";

const MS = 1000;
const SECONDS_PER_MINUTE = 60;

/**
 * Shows why the server rejected a request: a heading, the reason for the error code, and the time of the next allowed
 * attempt, if known.
 */
export function Refusal({
  heading,
  failure,
  children,
}: {
  heading: string;
  failure: ApiError | null;
  children?: ReactNode;
}) {
  if (!failure) return null;
  return (
    <FormAlert heading={heading} code={failure.code}>
      {failure.code === "too_many_requests" && failure.retryAfter !== null && (
        <RetryTime seconds={failure.retryAfter} />
      )}
      {children}
    </FormAlert>
  );
}

/** Shows the time of the next allowed attempt in the reader's time zone, because it is not a date of the programme. */
function RetryTime({ seconds }: { seconds: number }) {
  const t = useTranslations("account");
  const { date } = datesIn(useLocale());
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const time = date(new Date(Date.now() + seconds * MS), {
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  });
  return <p>{t("retryIn", { minutes: Math.ceil(seconds / SECONDS_PER_MINUTE), time })}</p>;
}
