import { useQuery } from "@tanstack/react-query";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Table } from "@/components/ui/page/table";
import type { AnswerOf } from "@/contract/endpoint";
import { CRITERIA } from "@/contract/evaluation/weights";
import { type Application, getApplicationEvaluations } from "@/contract/staff/application";
import { readOf } from "@/lib/api/query";
import { ListBody } from "../list/list-body";
import { roundOf } from "../rounds/use-round-title";
import styles from "./one-application.module.css";

/**
 * Shows the scores of each evaluator, who appears as a number instead of a name, and the reasons of recusals. The
 * section is folded, and its data loads when a user opens it.
 */
export function Evaluations({ application }: { application: Application }) {
  const t = useTranslations("staff.application.outcome.voices");
  const locale = useLocale();
  const [open, setOpen] = useState(false);
  const { id } = application;
  const query = useQuery({
    ...readOf(getApplicationEvaluations, {
      ...{ locale, params: { id }, query: roundOf(application) },
    }),
    enabled: open,
  });
  return (
    <details
      className={styles.voices}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t("title")}</summary>
      {open && (
        <ListBody query={query} failed={t("failed")} rows={7}>
          {query.data && <Voices answer={query.data} />}
        </ListBody>
      )}
    </details>
  );
}

function Voices({
  answer: { evaluations, recusals },
}: {
  answer: AnswerOf<typeof getApplicationEvaluations>;
}) {
  const t = useTranslations("staff.application.outcome.voices");
  const criteria = useTranslations("criteria");
  const format = useFormatter();
  const figure = (value: number) =>
    format.number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <>
      {evaluations.length === 0 ? (
        <p>{t("none")}</p>
      ) : (
        <Table caption={t("title")}>
          <thead>
            <tr>
              <th scope="col">{t("criterion")}</th>
              {evaluations.map(({ number }) => (
                <th key={number} scope="col" data-numeric>
                  {t("voice", { number })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {CRITERIA.map(({ id }) => (
              <tr key={id}>
                <th scope="row">{criteria(`${id}.name`)}</th>
                {evaluations.map(({ number, scores }) => (
                  <td key={number} data-numeric>
                    {format.number(scores[id] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
            {(["total", "calibrated"] as const).map((name) => (
              <tr key={name}>
                <th scope="row">{t(name)}</th>
                {evaluations.map(({ number, ...one }) => (
                  <td key={number} data-numeric>
                    {figure(one[name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {recusals.length > 0 && (
        <>
          <h3>{t("recusals")}</h3>
          <ul>
            {recusals.map((reason, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two evaluators can give the same reason
              <li key={place} className={styles.item}>
                {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
