"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useErrorMessages } from "@/components/forms/error-messages";
import type { ProjectField } from "@/contract/project/project-fields";
import { PROJECT_FIELDS } from "@/contract/project/project-fields";
import { Link } from "@/lib/i18n/navigation";
import { useFieldMessages } from "../field-messages";
import { addressOfField } from "../gaps";
import styles from "./review.module.css";

/**
 * Lists the missing required fields with links. After an attempt to send, the heading shows the error message, and the
 * list takes the focus.
 */
export function GapSummary({ fields, attempt }: { fields: ProjectField[]; attempt: number }) {
  const t = useTranslations("project.review");
  const steps = useTranslations("steps");
  const error = useErrorMessages();
  const words = useFieldMessages();
  const box = useRef<HTMLElement>(null);

  // Move the focus to the list of missing fields only after an attempt to send.
  useEffect(() => {
    if (attempt > 0) box.current?.focus();
  }, [attempt]);

  if (fields.length === 0) return null;
  return (
    <section
      ref={box}
      tabIndex={-1}
      className={styles.gaps}
      data-tried={attempt > 0}
      aria-labelledby="gaps-title"
    >
      <h2 id="gaps-title" className={styles.gapsTitle}>
        {attempt > 0 ? error("project_incomplete") : t("missing", { count: fields.length })}
      </h2>
      <ul className={styles.gapList}>
        {fields.map((field) => (
          <li key={field}>
            <Link href={addressOfField(field)} prefetch={false}>
              {words.name(field)}
            </Link>
            <span>{steps(`short.${PROJECT_FIELDS[field].step}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
