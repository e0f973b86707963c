"use client";

import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { GoLink } from "@/components/ui/go-link";
import type { ProjectForEvaluation } from "@/contract/evaluation-schemas";
import { getDossier, getEvaluationFile } from "@/contract/evaluations";
import { FILE_FIELDS } from "@/contract/project-fields";
import type { ProjectFile } from "@/contract/project-schemas";
import { call } from "@/lib/api/call";
import { addressOf } from "@/lib/api/client";
import { DeckViewer } from "./deck-viewer";
import { DownloadRow } from "./download-row";
import styles from "./project-files.module.css";

/** Where a sent file's bytes are: through the gateway, which asks for the session. */
function fileAddress(projectId: string, fileId: string): string {
  const params = { id: projectId, fileId };
  return `/wp-json/${addressOf(getEvaluationFile, { locale: "it", params })}`;
}

/** The files of the sent version: the video plays here, everything can be downloaded. */
export function ProjectFiles({ evaluated }: { evaluated: ProjectForEvaluation }) {
  const t = useTranslations("evaluation.dossier");
  const locale = useLocale();
  const { id, project } = evaluated;
  const files = FILE_FIELDS.flatMap((field) => project[field] ?? []);
  return (
    <>
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={file.id} className={styles.file} data-field={file.field}>
            <FileEntry id={id} file={file} address={fileAddress(id, file.id)} />
          </li>
        ))}
      </ul>
      <div className={styles.dossier}>
        <DownloadRow
          title={t("title")}
          text={t("text")}
          button={t("download")}
          name={`${evaluated.number}.pdf`}
          ask={(signal) => call(getDossier, { locale, params: { id }, signal })}
        />
      </div>
    </>
  );
}

function FileEntry({ id, file, address }: { id: string; file: ProjectFile; address: string }) {
  const t = useTranslations("evaluation.files");
  const format = useFormatter();
  const [amount, unit] =
    file.size < 1_000_000
      ? ([file.size / 1000, "kilobyte"] as const)
      : ([file.size / 1_000_000, "megabyte"] as const);
  const isPdf = file.field === "pitch" && file.type === "application/pdf";
  return (
    <>
      <h3 className={styles.field}>{t(`field.${file.field}`)}</h3>
      {file.field === "video" && <Video address={address} />}
      {isPdf && <DeckViewer id={id} fileId={file.id} name={file.name} />}
      {file.field === "pitch" && !isPdf && <p className={styles.facts}>{t("powerpoint")}</p>}
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
