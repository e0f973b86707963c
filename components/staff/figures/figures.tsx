"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { RadioGroup } from "@/components/forms/fields/radio-group";
import { Button } from "@/components/ui/buttons/button";
import {
  exportFigures,
  FIGURE_LEAST,
  FIGURE_READERS,
  type FigureReaders,
  getFigures,
} from "@/contract/staff/figures";
import { shownTotal } from "@/contract/staff/small-counts";
import { hrefOf } from "@/lib/api/client";
import { ExportButton } from "../list/export-button";
import { useList } from "../list/list-address";
import { ListBody } from "../list/list-body";
import { RoundStrip } from "../rounds/round-strip";
import { roundOf } from "../rounds/use-round-title";
import { AnswerFigure } from "./answer-figure";
import { DaysFigure } from "./days-figure";
import styles from "./figures.module.css";
import { FunnelFigure } from "./funnel-figure";
import { ReadingsFigure } from "./readings-figure";
import { RequestsFigure } from "./requests-figure";

/**
 * Renders the statistics of an edition beside the statistics of the previous edition. Each bar chart is a table, and
 * each number links to its list of applications.
 */
export function Figures() {
  const t = useTranslations("staff.figures");
  const locale = useLocale();
  const list = useList(getFigures);
  const { filter, href, query, data } = list;
  // Who will read the statistics: staff or sponsors. The page, its print, and its exports contain the numbers for these
  // readers.
  const [readers, setReaders] = useState<FigureReaders>("staff");
  const sent = data && shownTotal(readers, data.sent);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 className={styles.title}>{t("title")}</h1>
        {data && (
          <p className={styles.sum}>
            {typeof sent === "number" && <strong>{t("sent", { count: sent })}</strong>}
            <span className={styles.links}>{t("links")}</span>
          </p>
        )}
        <div className={styles.acts}>
          <Button small variant="secondary" onClick={() => window.print()}>
            {t("print")}
          </Button>
          {data && (
            <ExportButton
              list="figures"
              edition={data.edition}
              href={hrefOf(exportFigures, {
                ...{ locale, query: { ...filter, ...roundOf(data), readers } },
              })}
              without={readers === "sponsors" ? ["staff_tables"] : []}
              label={t("export")}
            />
          )}
        </div>
      </div>
      {data?.rounds && <RoundStrip rounds={data.rounds} current={data.round?.number} href={href} />}
      <ListBody query={query} rows={12} failed={t("failed")}>
        {data && (
          <>
            <div className={styles.readers}>
              <RadioGroup
                name="readers"
                label={t("readers.label")}
                options={FIGURE_READERS.map((value) => ({ value, label: t(`readers.${value}`) }))}
                chosen={readers}
                onChange={({ target }) => setReaders(target.value as FigureReaders)}
              />
            </div>
            <p className={styles.note} role="status">
              {t(`note.${readers}`, { least: FIGURE_LEAST })}
            </p>
            <div className={styles.panels}>
              <DaysFigure figures={data} readers={readers} />
              {data.answers.map((answer) => (
                <AnswerFigure key={answer.name} figures={data} answer={answer} readers={readers} />
              ))}
              <FunnelFigure figures={data} readers={readers} />
              {readers === "staff" && (
                <>
                  <ReadingsFigure figures={data} />
                  <RequestsFigure figures={data} />
                </>
              )}
            </div>
          </>
        )}
      </ListBody>
    </div>
  );
}
