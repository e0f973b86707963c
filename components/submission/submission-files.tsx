"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { GoLink } from "@/components/ui/buttons/go-link";
import { clockWords } from "@/contract/project/file-facts";
import { fileRule } from "@/contract/project/file-rules";
import { FILE_FIELDS } from "@/contract/project/project-fields";
import type { Project, ProjectFile } from "@/contract/project/project-schemas";
import type { RenditionState } from "@/contract/project/renditions";
import { useSize } from "@/lib/i18n/use-size";
import { Changed } from "./changed";
import { DeckViewer } from "./deck/deck-viewer";
import { VideoPlayer } from "./deck/video-player";
import { DownloadRow } from "./downloads/download-row";
import type { FileSource } from "./file-source";
import styles from "./submission-files.module.css";

export type Files = {
  sourceOf: (file: ProjectFile) => FileSource;
  /** States of the renditions (converted copies) of videos, by file id. */
  renditions: Partial<Record<string, RenditionState>>;
  /** Returns why a file's content is no longer stored; null if it is stored. */
  whyGone?: (file: ProjectFile) => string | null;
  /** The submission as a PDF: the PDF's name, its description on the page, and a function that loads the PDF. */
  dossier: { name: string; text: ReactNode; load: FileSource["load"] };
};

/** Shows the files of a submission: the pitch deck and the video in the page, and all files as downloads. */
export function SubmissionFiles({
  project,
  before,
  files: { sourceOf, renditions, whyGone = () => null, dossier },
}: {
  project: Project;
  before: Partial<Project>;
  files: Files;
}) {
  const t = useTranslations("evaluation.dossier");
  const words = useTranslations("evaluation.files");
  const names = useTranslations("fields.short");
  const files = FILE_FIELDS.flatMap((field) => project[field] ?? []);
  const gone = FILE_FIELDS.filter((field) => before[field] && !project[field]);
  return (
    <>
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={file.id} className={styles.file} data-holds={fileRule(file.field).holds}>
            <FileEntry
              file={file}
              isChanged={before[file.field] !== undefined}
              source={sourceOf(file)}
              rendition={renditions[file.id]}
              whyGone={whyGone(file)}
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
          text={dossier.text}
          button={t("download")}
          name={dossier.name}
          ask={dossier.load}
        />
      </div>
    </>
  );
}

function FileEntry({
  file,
  isChanged,
  source,
  rendition,
  whyGone,
}: {
  file: ProjectFile;
  /** Whether the file differs from the file in the earlier submission. */
  isChanged: boolean;
  source: FileSource;
  rendition: RenditionState | undefined;
  whyGone: string | null;
}) {
  const t = useTranslations("evaluation.files");
  const names = useTranslations("fields.short");
  const size = useSize();
  const { holds } = fileRule(file.field);
  const isPdf = file.type === "application/pdf";
  const pages = isPdf ? source : rendition === "ready" && source.rendition("pdf");
  return (
    <>
      <h3 className={styles.field}>
        {names(file.field)}
        {isChanged && <Changed />}
      </h3>
      {whyGone === null ? (
        <>
          {holds === "video" && (
            <VideoPlayer {...{ source, file, rendition }} title={names(file.field)} />
          )}
          {holds === "deck" && pages && <DeckViewer source={pages} file={file} />}
          {holds === "deck" && !pages && (
            <p className={styles.facts}>
              {t(rendition === "waiting" ? "convertingDeck" : "powerpoint")}
            </p>
          )}
          <GoLink href={source.href} download={file.name}>
            {file.name}
          </GoLink>
        </>
      ) : (
        <p>{whyGone}</p>
      )}
      <p className={styles.facts}>
        {file.pages !== undefined && `${t("pages", { count: file.pages })} · `}
        {file.duration !== undefined && `${t("length", { time: clockWords(file.duration) })} · `}
        {size(file.size)}
      </p>
    </>
  );
}
