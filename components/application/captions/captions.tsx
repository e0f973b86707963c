"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { languageName } from "@/contract/languages";
import type { FileField } from "@/contract/project/project-fields";
import type { ProjectFile } from "@/contract/project/project-schemas";
import { useApplication } from "../application-context";
import { CaptionEditor } from "./caption-editor";
import { hasUnsavedCaptions } from "./caption-text";
import styles from "./captions.module.css";

/**
 * Shows a video's captions: their number, and an editor in a collapsible section. If the application is read-only, also
 * during impersonation, shows only the captions' text.
 */
export function Captions({
  field,
  file,
  disabled,
}: {
  field: FileField;
  file: ProjectFile;
  disabled: boolean;
}) {
  const t = useTranslations("uploads.captions");
  const locale = useLocale();
  const { captions } = file;
  const { user, looking } = useApplication();
  const isReadOnly = disabled || looking;
  const [isUnsaved, setUnsaved] = useState(false);
  // The server does not know the unsaved text, so the first render shows none.
  useEffect(() => setUnsaved(hasUnsavedCaptions(user, file)), [user, file]);
  /** True after the editor was opened once. The editor then keeps its state and its video while it is closed. */
  const [wasOpened, setWasOpened] = useState(false);
  if (isReadOnly && !captions) return null;
  return (
    <details
      className={styles.captions}
      onToggle={({ currentTarget }) => setWasOpened(wasOpened || currentTarget.open)}
    >
      <summary className={styles.summary}>
        <span className={styles.title}>{t("title")}</span>{" "}
        <span className={styles.state}>
          {captions
            ? t("count", {
                count: captions.cues.length,
                language: languageName(locale, captions.language),
              })
            : t("none")}
          {isUnsaved && !isReadOnly && `, ${t("unsavedShort")}`}
        </span>
      </summary>
      {isReadOnly ? (
        <ul className={styles.readOnly} lang={captions?.language} dir="auto">
          {captions?.cues.map(({ start, text }) => (
            <li key={`${start} ${text}`}>{text}</li>
          ))}
        </ul>
      ) : (
        wasOpened && <CaptionEditor field={field} file={file} onUnsaved={setUnsaved} />
      )}
    </details>
  );
}
