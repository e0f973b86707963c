"use client";

import { FILE_FIELDS } from "@/contract/project-fields";
import type { StepProps } from "./step-props";
import styles from "./upload.module.css";
import { UploadField } from "./upload-field";

/** Step 3, Documents: files go by themselves, as soon as they are chosen. */
export function DocumentsStep({ problems, disabled }: StepProps) {
  return (
    <div className={styles.documents}>
      {FILE_FIELDS.map((field) => (
        <UploadField key={field} field={field} problem={problems[field]} disabled={disabled} />
      ))}
    </div>
  );
}
