"use client";

import { useLocale, useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import type { ProjectForEvaluation } from "@/contract/evaluation/evaluation-schemas";
import { getDossier, getEvaluationFile } from "@/contract/evaluation/evaluations";
import { clockWords } from "@/contract/project/file-facts";
import { fileRule } from "@/contract/project/file-rules";
import { FILE_FIELDS } from "@/contract/project/project-fields";
import type { ProjectFile } from "@/contract/project/project-schemas";
import { call } from "@/lib/api/call";
import { hrefOf } from "@/lib/api/client";
import { useSize } from "@/lib/i18n/use-size";
import { DeckViewer } from "../deck/deck-viewer";
import { VideoPlayer } from "../deck/video-player";
import { DownloadRow } from "../exports/download-row";
import { Changed } from "./changed";
import styles from "./project-files.module.css";

/** Shows the files of the sent version: the video plays here, and all files can be downloaded. */
export function ProjectFiles({ evaluated }: { evaluated: ProjectForEvaluation }) {
  const t = useTranslations("evaluation.dossier");
  const words = useTranslations("evaluation.files");
  const names = useTranslations("fields.short");
  const locale = useLocale();
  const { id, project, before } = evaluated;
  const files = FILE_FIELDS.flatMap((field) => project[field] ?? []);
  const gone = FILE_FIELDS.filter((field) => before[field] && !project[field]);
  return (
    <>
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={file.id} className={styles.file} data-holds={fileRule(file.field).holds}>
            <FileEntry
              id={id}
              file={file}
              isChanged={before[file.field] !== undefined}
              address={hrefOf(getEvaluationFile, { locale, params: { id, fileId: file.id } })}
            />
          </li>
        ))}
        {gone.map((field) => (
          <li key={field} className={styles.file}>
            <h3 className={styles.field}>
              {names(field)}
              <Changed />
            </h3>
            <p className={styles.facts}>{words("gone", { name: before[field]?.name ?? "" })}</p>
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

function FileEntry({
  id,
  file,
  isChanged,
  address,
}: {
  id: string;
  file: ProjectFile;
  /** Whether the file differs from the one that the evaluator scored. */
  isChanged: boolean;
  address: string;
}) {
  const t = useTranslations("evaluation.files");
  const names = useTranslations("fields.short");
  const size = useSize();
  const { holds } = fileRule(file.field);
  const isPdf = holds === "deck" && file.type === "application/pdf";
  return (
    <>
      <h3 className={styles.field}>
        {names(file.field)}
        {isChanged && <Changed />}
      </h3>
      {holds === "video" && <VideoPlayer id={id} file={file} title={names(file.field)} />}
      {isPdf && <DeckViewer id={id} file={file} />}
      {holds === "deck" && !isPdf && <p className={styles.facts}>{t("powerpoint")}</p>}
      <GoLink href={address} download={file.name}>
        {file.name}
      </GoLink>
      <p className={styles.facts}>
        {file.pages !== undefined && `${t("pages", { count: file.pages })} · `}
        {file.duration !== undefined && `${t("length", { time: clockWords(file.duration) })} · `}
        {size(file.size)}
      </p>
    </>
  );
}
