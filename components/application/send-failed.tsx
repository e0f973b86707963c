"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { FormAlert } from "@/components/forms/form-alert";
import type { SendFailure } from "./use-sending";

/** Sending (or withdrawing) was refused: what, and why. Nothing was lost by it. */
export function SendFailed({ failure: { act, error } }: { failure: SendFailure }) {
  const t = useTranslations("project.failed");
  const box = useRef<HTMLDivElement>(null);
  // Send stands in a bar that is always in sight; its refusal may not be. (Newer browsers answer a
  // promise, which React would take for the effect's end.)
  useEffect(() => {
    void box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={box}>
      <FormAlert heading={t(act)} code={error.code} />
    </div>
  );
}
