"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { type CSSProperties, type ReactNode, useState } from "react";
import { cx } from "@/components/ui/cx";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { CRITERIA, SCORE_MAX } from "@/contract/evaluation/weights";
import {
  type Agreement,
  type AgreementAlpha,
  agreementLevel,
  type Cutoff,
  exportAgreement,
  getAgreement,
} from "@/contract/staff/agreement";
import { hrefOf } from "@/lib/api/client";
import { readOf } from "@/lib/api/query";
import { Link } from "@/lib/i18n/navigation";
import figureStyles from "../figures/figures.module.css";
import { Panel } from "../figures/panel";
import { ExportButton } from "../list/export-button";
import { applicationHref, FROM_SELECTION } from "../list/list-address";
import { ListBody } from "../list/list-body";
import styles from "./agreement-panel.module.css";
import panelStyles from "./feedback-panel.module.css";
import { useFigure } from "./ranking-cells";

const TOTAL_MAX = 100;

/** Renders how far the evaluators of a round agree. The panel is folded, and its data loads when a user opens it. */
export function AgreementPanel({
  edition,
  round,
}: {
  edition: number;
  /** Number of the round whose ranking is shown; undefined if the edition has only one round. */
  round: number | undefined;
}) {
  const t = useTranslations("staff.agreement");
  const locale = useLocale();
  const [open, setOpen] = useState(false);
  const asked = { edition, ...(round !== undefined && { round }) };
  const query = useQuery({ ...readOf(getAgreement, { locale, query: asked }), enabled: open });
  const { data } = query;
  return (
    <details
      className={panelStyles.panel}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <h2 className={panelStyles.title}>{t("title")}</h2>
      </summary>
      {open && (
        <ListBody
          query={query}
          failed={t("failed")}
          rows={6}
          empty={data?.evaluations === 0 && { title: t("nothing"), text: t("nothingText") }}
        >
          {data && (
            <>
              <p className={styles.lead}>
                {t("sum", {
                  ...{ evaluations: data.evaluations, readers: data.readers },
                  compared: data.compared,
                })}
              </p>
              <div className={styles.acts}>
                <ExportButton
                  list="agreement"
                  edition={edition}
                  href={hrefOf(exportAgreement, { locale, query: asked })}
                  label={t("export")}
                />
              </div>
              <div className={figureStyles.panels}>
                <Alpha agreement={data} />
                <Cutoffs
                  cutoffs={data.cutoffs}
                  by="cutoff"
                  note={t(data.blended ? "cutoff.blended" : "cutoff.note")}
                />
                {data.discussed && (
                  <Cutoffs cutoffs={data.discussed} by="discussed" note={t("discussed.note")} />
                )}
                <Spreads agreement={data} />
                <Evaluators agreement={data} />
              </div>
            </>
          )}
        </ListBody>
      )}
    </details>
  );
}

type Shows = { agreement: Agreement };

/** Renders the agreement coefficient α of the total scores with its meaning, and α of each criterion. */
function Alpha({ agreement: { alpha, criteria } }: Shows) {
  const t = useTranslations("staff.agreement");
  const criterion = useTranslations("criteria");
  const format = useFormatter();
  const shown = ({ value }: AgreementAlpha) =>
    value === null
      ? t("alpha.undefined")
      : format.number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const rows = [
    { id: "total", name: t("alpha.total"), alpha },
    ...CRITERIA.map(({ id }) => ({ id, name: criterion(`${id}.name`), alpha: criteria[id] })),
  ];
  return (
    <Panel title={t("alpha.title")} level="h3">
      <Bars caption={t("alpha.title")} heads={[t("alpha.what"), t("alpha.value")]}>
        {rows.map(({ id, name, alpha }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <Bar to={Math.max(0, alpha.value ?? 0)} />
            <td data-numeric className={figureStyles.count}>
              {shown(alpha)}
            </td>
          </tr>
        ))}
      </Bars>
      <p className={figureStyles.note}>
        {alpha.value === null
          ? t(`alpha.reason.${alpha.reason ?? "no_pairs"}`)
          : t(`alpha.level.${agreementLevel(alpha.value)}`)}
      </p>
    </Panel>
  );
}

/** Renders the projects that calibration or discussions move across the threshold of a stage that the round decides. */
function Cutoffs({
  cutoffs,
  by,
  note,
}: {
  cutoffs: readonly Cutoff[];
  by: "cutoff" | "discussed";
  note: string;
}) {
  const t = useTranslations("staff.agreement");
  const stageName = useTranslations("staff.selection.stage");
  return (
    <Panel title={t(`${by}.title`)} level="h3">
      {cutoffs.map(({ stage, places, ...moved }) => (
        <div key={stage}>
          <p>
            {t("cutoff.count", {
              stage: stageName(stage),
              places,
              entering: moved.entering.length,
              leaving: moved.leaving.length,
            })}
          </p>
          {moved.entering.length + moved.leaving.length > 0 && (
            <ul className={styles.moves}>
              {(["entering", "leaving"] as const).flatMap((moves) =>
                moved[moves].map(({ id, name, before, after }) => (
                  <li key={id}>
                    <ProjectLink id={id} name={name} /> {t(`${by}.${moves}`, { before, after })}
                  </li>
                )),
              )}
            </ul>
          )}
        </div>
      ))}
      <p className={figureStyles.note}>{note}</p>
    </Panel>
  );
}

/** Renders the projects on which evaluators disagree most. */
function Spreads({ agreement: { spreads, compared } }: Shows) {
  const t = useTranslations("staff.agreement");
  const figure = useFigure();
  const title = t("spread.title");
  return (
    <Panel title={title} level="h3" wide>
      {spreads.length === 0 ? (
        <p className={figureStyles.nothing}>{t("alpha.reason.no_pairs")}</p>
      ) : (
        <>
          <Bars
            caption={title}
            heads={[t("spread.project"), t("spread.spread"), t("range"), t("readings")]}
          >
            {spreads.map(({ id, name, spread, readings, lowest, highest }) => (
              <tr key={id}>
                <th scope="row">
                  <ProjectLink id={id} name={name} />
                </th>
                <Bar kind={styles.range} from={lowest / TOTAL_MAX} to={highest / TOTAL_MAX} />
                <td data-numeric className={figureStyles.count}>
                  {figure(spread)}
                </td>
                <td data-numeric>{t("between", { low: figure(lowest), high: figure(highest) })}</td>
                <td data-numeric className={figureStyles.former}>
                  {readings}
                </td>
              </tr>
            ))}
          </Bars>
          <p className={figureStyles.note}>
            {t("spread.note", { shown: spreads.length, all: compared })}
          </p>
        </>
      )}
    </Panel>
  );
}

/** Renders how severe each evaluator is, and which range of scores each evaluator uses. */
function Evaluators({ agreement: { evaluators } }: Shows) {
  const t = useTranslations("staff.agreement");
  const format = useFormatter();
  const figure = useFigure();
  const title = t("evaluators.title");
  const most = Math.max(SCORE_MAX, ...evaluators.map((one) => Math.abs(one.difference ?? 0)));
  return (
    <Panel title={title} level="h3" wide>
      <Bars
        caption={title}
        heads={[t("evaluators.who"), t("evaluators.difference"), t("range"), t("readings")]}
      >
        {evaluators.map(({ id, name, difference, lowest, highest, readings }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <Bar
              kind={styles.difference}
              cell={styles.middle}
              from={Math.min(0, difference ?? 0) / most}
              to={Math.max(0, difference ?? 0) / most}
              scale={0.5}
            />
            <td data-numeric className={figureStyles.count}>
              {difference === null
                ? t("evaluators.alone")
                : format.number(difference, {
                    ...{ minimumFractionDigits: 1, maximumFractionDigits: 1 },
                    signDisplay: "exceptZero",
                  })}
            </td>
            <td data-numeric>{t("between", { low: figure(lowest), high: figure(highest) })}</td>
            <td data-numeric className={figureStyles.former}>
              {readings}
            </td>
          </tr>
        ))}
      </Bars>
      <p className={figureStyles.note}>{t("evaluators.note")}</p>
    </Panel>
  );
}

/** Renders a table of numbers. Its second column has no title, and contains a bar that draws the numbers of the row. */
function Bars({
  caption,
  heads: [first, ...others],
  children,
}: {
  caption: string;
  heads: readonly string[];
  children: ReactNode;
}) {
  return (
    <div className={figureStyles.scroll}>
      <table className={cx(figureStyles.bars, figureStyles.details, styles.table)}>
        <VisuallyHidden as="caption">{caption}</VisuallyHidden>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            <td />
            {others.map((head) => (
              <th key={head} scope="col" data-numeric>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** Draws a bar between two fractions of the cell's width. The numbers beside the bar give the same information. */
function Bar({
  kind,
  cell,
  from = 0,
  to,
  scale = 1,
}: {
  kind?: string | undefined;
  cell?: string | undefined;
  from?: number;
  to: number;
  scale?: number;
}) {
  return (
    <td
      className={cx(figureStyles.bar, styles.cell, cell)}
      aria-hidden="true"
      style={{ "--from": from, "--share": (to - from) * scale } as CSSProperties}
    >
      <span className={cx(figureStyles.fill, kind)} />
    </td>
  );
}

function ProjectLink({ id, name }: { id: string; name: string }) {
  return <Link href={applicationHref(id, FROM_SELECTION)}>{name}</Link>;
}
