"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { GoLink } from "@/components/ui/go-link";
import type { ProjectForEvaluation } from "@/contract/evaluation-schemas";
import { getEvaluationFile } from "@/contract/evaluations";
import { FILE_FIELDS } from "@/contract/project-fields";
import type { ProjectFile } from "@/contract/project-schemas";
import { addressOf } from "@/lib/api/client";
import styles from "./project-files.module.css";

/** Where a sent file's bytes are: through the gateway, which asks for the session. */
function fileAddress(projectId: string, fileId: string): string {
  const params = { id: projectId, fileId };
  return `/wp-json/${addressOf(getEvaluationFile, { locale: "it", params })}`;
}

/** The files of the sent version: the video plays here, everything can be downloaded. */
export function ProjectFiles({ evaluated }: { evaluated: ProjectForEvaluation }) {
  const { id, project } = evaluated;
  const files = FILE_FIELDS.flatMap((field) => project[field] ?? []);
  return (
    <ul className={styles.files}>
      {files.map((file) => (
        <li key={file.id} className={styles.file}>
          <FileEntry file={file} address={fileAddress(id, file.id)} />
        </li>
      ))}
    </ul>
  );
}

function FileEntry({ file, address }: { file: ProjectFile; address: string }) {
  const t = useTranslations("evaluation.files");
  const format = useFormatter();
  const [amount, unit] =
    file.size < 1_000_000
      ? ([file.size / 1000, "kilobyte"] as const)
      : ([file.size / 1_000_000, "megabyte"] as const);
  return (
    <>
      <h3 className={styles.field}>{t(`field.${file.field}`)}</h3>
      {file.field === "video" && <Video address={address} />}
      <GoLink href={address} download={file.name}>
        {file.name}
      </GoLink>
      <p className={styles.facts}>
        {file.pages !== undefined && `${t("pages", { count: file.pages })} · `}
        {file.duration !== undefined && `${duration(file.duration)} · `}
        {format.number(amount, { style: "unit", unit, maximumFractionDigits: 1 })}
      </p>
    </>
  );
}

/** Minutes and seconds, as 1:52. */
function duration(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** The pitch video in the page; browsers cannot play every container, then only the download stays. */
function Video({ address }: { address: string }) {
  const t = useTranslations("evaluation.files");
  const [playable, setPlayable] = useState(true);
  if (!playable) return <p className={styles.facts}>{t("notPlayable")}</p>;
  return (
    // biome-ignore lint/a11y/useMediaCaption: applicants upload one file, captions are not asked for
    <video
      className={styles.video}
      src={address}
      controls
      preload="metadata"
      aria-label={t("field.video")}
      onError={() => setPlayable(false)}
    />
  );
}
