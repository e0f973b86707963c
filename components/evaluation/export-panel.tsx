"use client";

import { useLocale, useTranslations } from "next-intl";
import { exportProjects } from "@/contract/evaluations";
import { call } from "@/lib/api/call";
import { DownloadRow } from "./download-row";
import styles from "./export-panel.module.css";

const FORMATS = ["csv", "xlsx", "zip"] as const;

/**
 * Everything of an edition to take away: as tables for a spreadsheet, and as one archive of dossiers
 * and files.
 *
 * @param closed the ranking is part of it only then
 */
export function ExportPanel({ edition, closed }: { edition: number; closed: boolean }) {
  const t = useTranslations("evaluation.export");
  const locale = useLocale();
  return (
    <section id="export" className={styles.panel} aria-labelledby="export-title">
      <h2 id="export-title" className={styles.title} tabIndex={-1}>
        {t("title")}
      </h2>
      <p className={styles.text}>{closed ? t("closed") : t("open")}</p>
      {FORMATS.map((format) => (
        <DownloadRow
          key={format}
          title={t(`${format}.title`)}
          text={t(`${format}.text`)}
          button={t("download")}
          name={`${edition}.${format}`}
          large={format === "zip"}
          ask={(signal) => call(exportProjects, { locale, query: { edition, format }, signal })}
        />
      ))}
    </section>
  );
}
