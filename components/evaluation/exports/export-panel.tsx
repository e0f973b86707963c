"use client";

import { useLocale, useTranslations } from "next-intl";
import { DownloadRow } from "@/components/submission/downloads/download-row";
import type { ProjectList } from "@/contract/evaluation/evaluation-schemas";
import { exportProjects } from "@/contract/evaluation/evaluations";
import { FIGURES } from "@/contract/quoted-numbers";
import { call } from "@/lib/api/call";
import { fileSuffix, seesResults } from "../evaluation-state";
import styles from "./export-panel.module.css";

const BEFORE_CLOSING = ["xlsx", "list", "scores", "zip"] as const;
const AFTER_CLOSING = ["xlsx", "list", "scores", "ranking", "zip"] as const;

/** Returns the API request for an export. `xlsx` and `zip` are file formats; every other kind is a CSV table. */
function askFor(kind: (typeof AFTER_CLOSING)[number]) {
  return kind === "xlsx" || kind === "zip"
    ? ({ format: kind } as const)
    : ({ format: "csv", table: kind } as const);
}

/**
 * Offers the downloads of an edition or a round: CSV and Excel tables, and a ZIP archive with all projects and their
 * files. Other evaluators' scores and the ranking are included as soon as the evaluator can read them.
 */
export function ExportPanel({
  work,
}: {
  work: Pick<ProjectList, "edition" | "round" | "closed" | "results">;
}) {
  const { edition } = work;
  const round = work.round?.number;
  const closed = seesResults(work);
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
      <p className={styles.text}>{closed ? t("closed") : t(work.closed ? "openLater" : "open")}</p>
      {(closed ? AFTER_CLOSING : BEFORE_CLOSING).map((kind) => {
        const wanted = askFor(kind);
        return (
          <DownloadRow
            key={kind}
            title={t(`${kind}.title`)}
            text={textOf(kind)}
            button={t("download")}
            name={`${kind}-${edition}${fileSuffix(round)}.${wanted.format}`}
            large={kind === "zip"}
            ask={(signal) =>
              call(exportProjects, { locale, query: { edition, round, ...wanted }, signal })
            }
          />
        );
      })}
    </section>
  );
}
