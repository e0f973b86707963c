"use client";

import { useTranslations } from "next-intl";
import { FormAlert } from "@/components/forms/form-alert";
import type { SendFailure } from "./use-sending";

/** Sending (or withdrawing) was refused: what, and why. Nothing was lost by it. */
export function SendFailed({ failure: { act, error } }: { failure: SendFailure }) {
  const t = useTranslations("project.failed");
  return <FormAlert heading={t(act)} code={error.code} />;
}
