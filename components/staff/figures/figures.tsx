"use client";

import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { EXPORT_FORMATS, type ExportFormat } from "@/contract/staff/export-options";
import { exportFigures, FIGURE_LEAST, getFigures } from "@/contract/staff/figures";
import { hrefOf } from "@/lib/api/client";
import { useList } from "../list/list-address";
import { ListBody } from "../list/list-body";
import { useSaveTable } from "../list/use-export";
import { AnswerFigure } from "./answer-figure";
import { DaysFigure } from "./days-figure";
import styles from "./figures.module.css";
import { FunnelFigure } from "./funnel-figure";
import { ReadingsFigure } from "./readings-figure";
import { RequestsFigure } from "./requests-figure";

const LABELS = { xlsx: "exportXlsx", csv: "exportCsv" } as const satisfies Record<
  ExportFormat,
  string
>;

/** Renders the figures of an edition beside the previous one. A bar chart is its own table; each number opens its list. */
export function Figures() {
  const t = useTranslations("staff.figures");
  const locale = useLocale();
  const list = useList(getFigures);
  const { filter, query, data } = list;
  const save = useSaveTable();
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 className={styles.title}>{t("title")}</h1>
        {data && (
          <p className={styles.sum}>
            <strong>{t("sent", { count: data.sent })}</strong>
            <span className={styles.links}>{t("links")}</span>
          </p>
        )}
        <div className={styles.acts}>
          <Button small variant="secondary" onClick={() => window.print()}>
            {t("print")}
          </Button>
          {EXPORT_FORMATS.toReversed().map((format) => (
            <Button
              key={format}
              small
              variant="secondary"
              onClick={() =>
                void save(hrefOf(exportFigures, { locale, query: { ...filter, format } }))
              }
            >
              {t(LABELS[format])}
            </Button>
          ))}
        </div>
      </div>
      <ListBody query={query} rows={12} failed={t("failed")}>
        {data && (
          <>
            <div className={styles.panels}>
              <DaysFigure figures={data} />
              {data.answers.map((answer) => (
                <AnswerFigure key={answer.name} figures={data} answer={answer} />
              ))}
              <FunnelFigure figures={data} />
              <ReadingsFigure figures={data} />
              <RequestsFigure figures={data} />
            </div>
            <p className={styles.note}>{t("suppressed", { least: FIGURE_LEAST })}</p>
          </>
        )}
      </ListBody>
    </div>
  );
}
