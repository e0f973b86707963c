"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Table } from "@/components/ui/page/table";
import { type PlanShape, SHORT_REASONS } from "@/contract/staff/assignment";
import { Link } from "@/lib/i18n/navigation";
import { RingPile } from "../evaluators/readings";
import readingStyles from "../evaluators/readings.module.css";
import { ringsOf } from "../evaluators/rings-of";
import styles from "./assignment.module.css";
import { loadColumns } from "./load-columns";

/**
 * Maximum number of rings in the highest column. If more evaluators are in a column, one ring represents several
 * evaluators.
 */
const MOST_RINGS = 100;

/**
 * Shows a plan's result: how evenly the projects are distributed, and which projects have too few evaluators, with the
 * reason.
 */
export function PlanFigure({ shape }: { shape: PlanShape }) {
  const t = useTranslations("staff.assignment");
  const format = useFormatter();
  const columns = loadColumns(shape.loads);
  const { each } = ringsOf(Math.max(0, ...columns.map(({ evaluators }) => evaluators)), MOST_RINGS);
  const short = SHORT_REASONS.reduce((sum, reason) => sum + shape.short[reason], 0);
  return (
    <>
      <p>
        {t("handedOut", { count: shape.readings })} {t("begun", { count: shape.begun })}
        {shape.fixed > 0 && ` ${t("fixedByHand", { count: shape.fixed })}`}
        {shape.foreign > 0 && ` ${t("foreign", { count: shape.foreign })}`}
        {shape.outside > 0 && ` ${t("outside", { count: shape.outside })}`}
      </p>
      <ul className={readingStyles.columns} aria-label={t("loads")}>
        {columns.map(({ from, to, evaluators }) => (
          <li key={from}>
            <RingPile rings={Math.ceil(evaluators / each)} />
            <p className={readingStyles.words}>
              <strong>
                {from === to ? t("load", { count: from }) : t("loadFromTo", { from, count: to })}
              </strong>
              <span className={readingStyles.small}>{t("evaluators", { count: evaluators })}</span>
            </p>
          </li>
        ))}
      </ul>
      {each > 1 && <p className={readingStyles.small}>{t("each", { each })}</p>}
      <p className={readingStyles.below} data-some={short > 0}>
        <strong className={readingStyles.count}>{format.number(short)}</strong>{" "}
        <strong>{t("short", { count: short })}</strong>
      </p>
      {short > 0 && (
        <ul className={styles.changes}>
          {SHORT_REASONS.filter((reason) => shape.short[reason] > 0).map((reason) => (
            <li key={reason}>{t(`why.${reason}`, { count: shape.short[reason] })}</li>
          ))}
        </ul>
      )}
      {shape.shortest.length > 0 && (
        <details className={styles.details}>
          <summary>
            {t("which", {
              count: shape.shortest.length,
              more: String(short > shape.shortest.length),
            })}
          </summary>
          <Table caption={t("shortList")}>
            <thead>
              <tr>
                <th scope="col">{t("column.project")}</th>
                <th scope="col" data-numeric>
                  {t("column.readers")}
                </th>
                <th scope="col">{t("column.why")}</th>
              </tr>
            </thead>
            <tbody>
              {shape.shortest.map(({ id, name, readers, why }) => (
                <tr key={id}>
                  <th scope="row">
                    <Link href={`/dashboard/regia/candidature/${id}`}>{name || t("unnamed")}</Link>
                  </th>
                  <td data-numeric>{format.number(readers)}</td>
                  <td>{t(`because.${why}`)}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        </details>
      )}
    </>
  );
}
