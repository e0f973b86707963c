"use client";

import { useLocale, useTranslations } from "next-intl";
import { exportProjects } from "@/contract/evaluation/evaluations";
import { FIGURES } from "@/contract/figures";
import { call } from "@/lib/api/call";
import { DownloadRow } from "./download-row";
import styles from "./export-panel.module.css";

const BEFORE_CLOSING = ["xlsx", "list", "scores", "zip"] as const;
const AFTER_CLOSING = ["xlsx", "list", "scores", "ranking", "zip"] as const;

/** What to request: the workbook and the archive are formats, every other value is a table as CSV. */
function askFor(kind: (typeof AFTER_CLOSING)[number]) {
  return kind === "xlsx" || kind === "zip"
    ? ({ format: kind } as const)
    : ({ format: "csv", table: kind } as const);
}

/**
 * Everything about an edition to download: as tables for a spreadsheet, and as one archive of dossiers
 * and files.
 *
 * @param closed others' scores and the ranking are included only then
 */
export function ExportPanel({ edition, closed }: { edition: number; closed: boolean }) {
  const t = useTranslations("evaluation.export");
  const locale = useLocale();
  const textOf = (kind: (typeof AFTER_CLOSING)[number]) => {
    if (kind === "zip") return t("zip.text");
    return kind === "ranking" || closed ? t(`${kind}.textClosed`, FIGURES) : t(`${kind}.text`);
  };
  return (
    <section id="export" className={styles.panel} aria-labelledby="export-title">
      <h2 id="export-title" className={styles.title} tabIndex={-1}>
        {t("title")}
      </h2>
      <p className={styles.text}>{closed ? t("closed") : t("open")}</p>
      {(closed ? AFTER_CLOSING : BEFORE_CLOSING).map((kind) => {
        const wanted = askFor(kind);
        return (
          <DownloadRow
            key={kind}
            title={t(`${kind}.title`)}
            text={textOf(kind)}
            button={t("download")}
            name={`${kind}-${edition}.${wanted.format}`}
            large={kind === "zip"}
            ask={(signal) =>
              call(exportProjects, { locale, query: { edition, ...wanted }, signal })
            }
          />
        );
      })}
    </section>
  );
}
