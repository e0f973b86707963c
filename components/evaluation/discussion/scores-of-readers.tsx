import { useFormatter, useTranslations } from "next-intl";
import { Table } from "@/components/ui/page/table";
import type { Discussion } from "@/contract/evaluation/discussion";
import { useDates } from "../use-dates";
import styles from "./discussion.module.css";

/** Renders the scores of all evaluators side by side, by criterion. A revised score also shows its first value. */
export function ScoresOfReaders({ shown }: { shown: Discussion }) {
  const t = useTranslations("evaluation.discussion");
  const criteria = useTranslations("criteria");
  const format = useFormatter();
  const { moment } = useDates();
  const { readers } = shown;
  const nameOf = (number: number, own: boolean) =>
    t(own ? "you" : "reader", { number: format.number(number) });
  const before = (value: number | undefined, now: number) =>
    value !== undefined &&
    value !== now && (
      <span className={styles.first}>{t("before", { value: format.number(value) })}</span>
    );
  return (
    <div className={styles.wide}>
      <h2 className={styles.subtitle}>{t("scores")}</h2>
      <Table caption={t("scores")}>
        <thead>
          <tr>
            <th scope="col">{t("criterion")}</th>
            {readers.map(({ number, own }) => (
              <th key={number} scope="col" data-numeric>
                {nameOf(number, own)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.criteria.map(({ id }) => (
            <tr key={id}>
              <th scope="row">{criteria(`${id}.name`)}</th>
              {readers.map(({ number, scores, first }) => (
                <td key={number} data-numeric>
                  {format.number(scores[id])}
                  {before(first?.scores[id], scores[id])}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{t("total")}</th>
            {readers.map(({ number, total, first }) => (
              <td key={number} data-numeric>
                <strong>{format.number(total)}</strong>
                {before(first?.total, total)}
              </td>
            ))}
          </tr>
        </tbody>
      </Table>
      {readers.some(({ revisions }) => revisions.length > 0) && (
        <ol className={styles.thread} aria-label={t("reasons")}>
          {readers.flatMap(({ number, own, revisions }) =>
            revisions.map(({ at, reason }) => (
              <li key={`${number} ${at}`} className={styles.row}>
                <span className={styles.quiet}>
                  {t("revisedAt", { who: nameOf(number, own), date: moment(at) })}
                </span>
                <p className={styles.text} dir="auto">
                  {reason}
                </p>
              </li>
            )),
          )}
        </ol>
      )}
    </div>
  );
}
