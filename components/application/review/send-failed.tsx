"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { FormAlert } from "@/components/forms/form-alert";
import { Link } from "@/lib/i18n/navigation";
import styles from "./review.module.css";
import type { SendFailure } from "./use-sending";

/** The steps with phone numbers, which tell people apart. */
const PHONES = ["contact", "team"] as const;

/** Sending (or withdrawing) was refused: what, and why. Nothing was lost. */
export function SendFailed({ failure: { act, error } }: { failure: SendFailure }) {
  const t = useTranslations("project.failed");
  const steps = useTranslations("steps");
  const box = useRef<HTMLDivElement>(null);
  // Send is in a bar that is always in view; its refusal may not be. (Newer browsers answer a
  // promise, which React would take for the effect's clean-up.)
  useEffect(() => {
    void box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={box}>
      <FormAlert heading={t(act)} code={error.code}>
        {error.code === "person_in_two_projects" && (
          <p className={styles.ways}>
            {PHONES.map((step) => (
              <Link key={step} href={`/dashboard/project/${step}`} prefetch={false}>
                {steps(`title.${step}`)}
              </Link>
            ))}
          </p>
        )}
      </FormAlert>
    </div>
  );
}
