import { useFormatter, useTranslations } from "next-intl";
import { Fragment } from "react";
import { cx } from "@/components/ui/cx";
import { Ordinal } from "@/components/ui/figures/ordinal";
import { Ring } from "@/components/ui/figures/ring";
import { EqualValues, equalValues } from "@/components/ui/page/equal-values";
import rowStyles from "@/components/ui/page/row-height.module.css";
import { Table } from "@/components/ui/page/table";
import { ROW, useRowKeys } from "@/components/ui/page/use-row-keys";
import type { ProjectList, Ranking } from "@/contract/evaluation/evaluation-schemas";
import { useDensity } from "@/lib/browser/use-density";
import { useShortcutsEnabled } from "@/lib/browser/use-keys-on";
import { Link, useRouter } from "@/lib/i18n/navigation";
import { projectAddress } from "../list/list-query";
import { CriteriaCell } from "./criteria-cell";
import {
  DECIDING_ORDER,
  isDisagreement,
  linesOf,
  type RankingQuery,
  type RankingRow,
  rankIn,
} from "./ranking-query";
import styles from "./ranking-table.module.css";

/**
 * Renders a page of the ranking: raw and calibrated means side by side, and the evaluators' disagreement. Threshold lines
 * appear only in the whole ranking and in the order that determines the selection.
 */
export function RankingTable({
  rows,
  ranking,
  query,
  round,
}: {
  rows: readonly RankingRow[];
  ranking: Ranking;
  query: RankingQuery;
  /** The evaluator's round; absent if the edition has only its first round. */
  round?: ProjectList["round"];
}) {
  const t = useTranslations("evaluation.ranking");
  const list = useTranslations("evaluation.list");
  const stages = useTranslations("evaluation.ranking.funnel");
  const format = useFormatter();
  const router = useRouter();
  const [on] = useShortcutsEnabled();
  const addressOf = (id: string) => projectAddress(id, { round: round?.number });
  const keys = useRowKeys(on, { open: (id) => router.push(addressOf(id)) });
  const { order } = query;
  // If a round has a weight, the selection combines its ranking with an earlier round's ranking, so the order of this
  // round alone decides nothing.
  const decides = order === DECIDING_ORDER && (round?.weight ?? null) === null;
  const whole = !query.search && !query.industry && decides;
  const lines = whole
    ? linesOf(ranking.rows, ranking.places, ranking.decisions, round)
    : new Map<string, never>();
  const figure = (value: number | null) =>
    value === null ? "—" : format.number(value, { minimumFractionDigits: 1 });
  // On a phone, only the mean that sorts the table has a column. The other mean is below the project's name.
  const byCalibrated = order !== "mean";
  const meanColumn = byCalibrated ? styles.extra : undefined;
  const calibratedColumn = byCalibrated ? undefined : styles.extra;
  const sorted = (by: string) => (order === by ? "descending" : "none");
  const [density] = useDensity();
  const texts = {
    spread: ({ spread }: RankingRow) => (spread === null ? "—" : `± ${figure(spread)}`),
    evaluators: ({ evaluators }: RankingRow) => format.number(evaluators),
  };
  const equal = equalValues(rows, texts);
  const shows = (column: keyof typeof texts) => !(column in equal);
  const columns = 7 - Object.keys(equal).length;

  return (
    <div {...keys} className={rowStyles.rows} data-density={density}>
      <Table caption={t("caption")}>
        <thead className={styles.heads}>
          <tr>
            <th scope="col" className={styles.plain}>
              {t("columns.rank")}
            </th>
            <th scope="col" className={styles.plain}>
              {t("columns.nome")}
            </th>
            <th scope="col" className={cx(styles.plain, styles.extra)}>
              {t("columns.criteria")}
            </th>
            <th scope="col" data-numeric aria-sort={sorted("mean")} className={meanColumn}>
              {t("columns.mean")}
            </th>
            <th
              scope="col"
              data-numeric
              aria-sort={sorted("calibrated")}
              className={calibratedColumn}
            >
              {t("columns.calibrated")}
            </th>
            {shows("spread") && (
              <th scope="col" data-numeric aria-sort={sorted("spread")} className={styles.extra}>
                {t("columns.spread")}
              </th>
            )}
            {shows("evaluators") && (
              <th scope="col" data-numeric className={cx(styles.plain, styles.extra)}>
                {t("columns.evaluators")}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const rank = rankIn(row, order);
            const own = lines.get(row.id) ?? [];
            const first = decides && rank !== null && rank <= ranking.places.finalist;
            return (
              <Fragment key={row.id}>
                <tr
                  {...{ [ROW]: row.id }}
                  tabIndex={-1}
                  className={cx(styles.row, first && styles.first, own.length > 0 && styles.last)}
                >
                  <td className={styles.rank}>{rank === null ? "—" : <Ordinal number={rank} />}</td>
                  <th scope="row" className={styles.name}>
                    <Link href={addressOf(row.id)} prefetch={false}>
                      {row.nome}
                    </Link>
                    <span className={styles.small}>
                      {byCalibrated
                        ? t("other", { name: t("columns.mean"), value: figure(row.mean) })
                        : t("other", {
                            name: t("columns.calibrated"),
                            value: figure(row.calibrated),
                          })}
                    </span>
                    {row.stage && <span className={styles.stage}>{stages(row.stage)}</span>}
                    {isDisagreement(row) && (
                      <span className={styles.apart}>
                        <Ring hoop size="var(--mark-small)" /> {t("apart")}
                      </span>
                    )}
                  </th>
                  <td className={cx(styles.criteria, styles.extra)}>
                    <CriteriaCell criteria={row.criteria} />
                  </td>
                  <td
                    data-numeric
                    className={cx(styles.figure, meanColumn)}
                    data-strong={!byCalibrated}
                  >
                    {figure(row.mean)}
                    <Rank words={t("place", { rank: row.rank ?? 0 })} off={row.rank === null} />
                  </td>
                  <td
                    data-numeric
                    className={cx(styles.figure, calibratedColumn)}
                    data-strong={byCalibrated}
                  >
                    {figure(row.calibrated)}
                    <Rank
                      words={t("place", { rank: row.calibrated_rank ?? 0 })}
                      off={row.calibrated_rank === null}
                    />
                  </td>
                  {shows("spread") && (
                    <td data-numeric className={styles.extra}>
                      {texts.spread(row)}
                    </td>
                  )}
                  {shows("evaluators") && (
                    <td data-numeric className={styles.extra}>
                      {texts.evaluators(row)}
                    </td>
                  )}
                </tr>
                {own.map((line) => (
                  <tr key={line.id} className={styles.line}>
                    <td colSpan={columns}>
                      <span className={styles.threshold}>
                        <Ring size="var(--mark-status)" />
                        <span>
                          {t("line", {
                            stage: stages(line.id),
                            projects: line.projects,
                            places: line.places,
                            tie: String(line.projects > line.places),
                          })}
                        </span>
                        <span className={styles.at}>
                          {t("threshold", {
                            value: figure(row.calibrated),
                          })}
                        </span>
                      </span>
                    </td>
                  </tr>
                ))}
              </Fragment>
            );
          })}
        </tbody>
      </Table>
      <EqualValues
        label={list("equal")}
        values={equal}
        nameOf={(column) => t(`columns.${column}`)}
      />
    </div>
  );
}

function Rank({ words, off }: { words: string; off: boolean }) {
  return off ? null : <span className={styles.place}>{words}</span>;
}
