"use client";

import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { GoLink } from "@/components/ui/actions/go-link";
import type { ProjectForEvaluation } from "@/contract/evaluation/evaluation-schemas";
import { getDossier, getEvaluationFile } from "@/contract/evaluation/evaluations";
import { fileRule } from "@/contract/project/file-rules";
import { FILE_FIELDS } from "@/contract/project/project-fields";
import type { ProjectFile } from "@/contract/project/project-schemas";
import { call } from "@/lib/api/call";
import { hrefOf } from "@/lib/api/client";
import { DeckViewer } from "../deck/deck-viewer";
import { DownloadRow } from "../exports/download-row";
import styles from "./project-files.module.css";

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
          <li key={file.id} className={styles.file} data-holds={fileRule(file.field).holds}>
            <FileEntry
              id={id}
              file={file}
              address={hrefOf(getEvaluationFile, { locale, params: { id, fileId: file.id } })}
            />
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
  const names = useTranslations("fields.short");
  const format = useFormatter();
  const [amount, unit] =
    file.size < 1_000_000
      ? ([file.size / 1000, "kilobyte"] as const)
      : ([file.size / 1_000_000, "megabyte"] as const);
  const { holds } = fileRule(file.field);
  const isPdf = holds === "deck" && file.type === "application/pdf";
  return (
    <>
      <h3 className={styles.field}>{names(file.field)}</h3>
      {holds === "video" && <Video title={names(file.field)} address={address} />}
      {isPdf && <DeckViewer id={id} fileId={file.id} name={file.name} />}
      {holds === "deck" && !isPdf && <p className={styles.facts}>{t("powerpoint")}</p>}
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
function Video({ title, address }: { title: string; address: string }) {
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
      aria-label={title}
      onError={() => setPlayable(false)}
    />
  );
}
