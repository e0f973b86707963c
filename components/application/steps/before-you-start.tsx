"use client";

import { useTranslations } from "next-intl";
import { isFileField, REQUIRED_FIELDS } from "@/contract/project/project-fields";
import { FIGURES } from "@/contract/quoted-numbers";
import { useFieldMessages } from "../field-messages";
import { useUploadMessages } from "../upload/upload-messages";
import styles from "./before-you-start.module.css";

const CHECKS = ["eligible", "foreign", "one", "alone"] as const;

/**
 * Shows who can apply, the needed material, and the time needed. The section is collapsed, so that the first field is
 * visible.
 */
export function BeforeYouStart() {
  const t = useTranslations("steps.before");
  const words = useFieldMessages();
  const uploads = useUploadMessages();
  return (
    <details className={styles.before}>
      <summary className={styles.title}>
        {t("title")}
        <span className={styles.lead}>{t("lead")}</span>
      </summary>
      <h2 className={styles.heading}>{t("who")}</h2>
      <ul>
        {CHECKS.map((check) => (
          <li key={check}>{t(check, FIGURES)}</li>
        ))}
      </ul>
      <h2 className={styles.heading}>{t("prepare")}</h2>
      <ul>
        {REQUIRED_FIELDS.filter(isFileField).map((field) => (
          <li key={field}>
            <strong>{words.label(field)}</strong>
            {`. ${uploads.rule(field)}`}
          </li>
        ))}
        <li>{t("people")}</li>
      </ul>
      <p>{t("time", FIGURES)}</p>
    </details>
  );
}
