"use client";

import { useTranslations } from "next-intl";
import { Status, type Tone } from "@/components/ui/figures/status";
import { Table } from "@/components/ui/page/table";
import type { EvaluatorRow, EvaluatorState, Jury } from "@/contract/staff/evaluators";
import { ROW, useRowKeys } from "../list/use-row-keys";
import styles from "./evaluator-rows.module.css";
import { Pace, PaceHead } from "./pace";
import { useEvaluatorWords } from "./use-evaluator-words";

const TONES: Record<EvaluatorState, Tone> = {
  closed: "done",
  on_time: "here",
  late: "wrong",
  to_begin: "off",
  invited: "off",
};
/** From those who are done to those who have not answered; within a state by how much was read. */
const ORDER = Object.keys(TONES);

/** The jury, row by row, with the calendar as one line through all of them. */
export function EvaluatorRows({ jury, busy }: { jury: Jury; busy: boolean }) {
  const t = useTranslations("staff.evaluators");
  const keys = useRowKeys({});
  const rows = jury.evaluators.toSorted(
    (one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state) || other.read - one.read,
  );
  return (
    <div {...keys}>
      <Table caption={t("title")} busy={busy}>
        <thead className={styles.heads}>
          <tr>
            <th scope="col">{t("column.evaluator")}</th>
            <th scope="col">{t("column.state")}</th>
            <th scope="col" className={styles.paceColumn}>
              <PaceHead jury={jury} />
            </th>
            <th scope="col" data-numeric>
              {t("column.read")}
            </th>
            <th scope="col">{t("column.finishes")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} jury={jury} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function Row({ row, jury }: { row: EvaluatorRow; jury: Jury }) {
  const t = useTranslations("staff.evaluators");
  const words = useEvaluatorWords(jury);
  const isInvited = row.state === "invited";
  return (
    <tr {...{ [ROW]: row.id }} tabIndex={-1} className={styles.row} data-state={row.state}>
      <th scope="row" className={styles.name}>
        {row.name.trim() || row.email}
        <span className={styles.small}>{row.email}</span>
        <span className={styles.small}>{words.about(row)}</span>
      </th>
      <td className={styles.state}>
        <Status tone={TONES[row.state]}>{t(`state.${row.state}`)}</Status>
      </td>
      <td className={styles.paceColumn}>
        {isInvited ? (
          <span className={styles.small}>{words.link(row)}</span>
        ) : (
          <Pace read={row.read} jury={jury} />
        )}
      </td>
      <td className={styles.read} data-numeric>
        {isInvited ? "–" : t("readOf", { read: row.read, projects: jury.projects })}
      </td>
      <td className={styles.finishes}>{words.finishes(row)}</td>
    </tr>
  );
}
