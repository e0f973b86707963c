import { useTranslations } from "next-intl";
import { type CSSProperties, useState } from "react";
import controlStyles from "@/components/forms/fields/control.module.css";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { FigureAnswer, FigureReaders, Figures } from "@/contract/staff/figures";
import { shownColumn, shownTotal } from "@/contract/staff/small-counts";
import { answerFilter, useAnswerNames, useOptionNames } from "./answer-figure";
import styles from "./figures.module.css";
import { Count, Panel, Shown } from "./panel";

/**
 * Groups applications by their answer to a question that the user chooses. Renders each group's share of the projects
 * at each selection stage.
 */
export function FunnelFigure({ figures, readers }: { figures: Figures; readers: FigureReaders }) {
  const t = useTranslations("staff.figures");
  const stageName = useTranslations("staff.selection.stage");
  const nameOf = useOptionNames();
  const answerName = useAnswerNames();
  const [name, setName] = useState<FigureAnswer>("femminile");
  const { answers, edition, stages } = figures;
  const options = answers.find((one) => one.name === name)?.options ?? [];
  const columns = [
    { key: "sent", label: t("funnel.sent"), total: figures.sent, released: true, stage: null },
    ...stages.map(({ stage, count, released }) => ({
      ...{ key: stage, label: stageName(stage), total: count, released, stage },
    })),
  ].map((column) => ({
    ...column,
    // A team can hear of the programme in several ways, so the counts do not add up to a total.
    shown: shownColumn(
      readers,
      options.map((one) => (column.stage ? one.stages[column.stage] : one.count)),
      name === "heard" ? null : column.total,
    ),
    total: shownTotal(readers, column.total),
  }));
  return (
    <Panel title={t("funnel.title")} wide>
      <label className={styles.choose}>
        {t("funnel.group")}
        <span className={controlStyles.select}>
          <select
            className={controlStyles.control}
            value={name}
            onChange={({ target }) => setName(target.value as FigureAnswer)}
          >
            {answers.map((one) => (
              <option key={one.name} value={one.name}>
                {answerName(one.name)}
              </option>
            ))}
          </select>
        </span>
      </label>
      <div className={styles.scroll}>
        <table className={styles.shares}>
          <VisuallyHidden as="caption">{`${t("funnel.title")}: ${answerName(name)}`}</VisuallyHidden>
          <thead>
            <tr>
              <th scope="col">{answerName(name)}</th>
              {columns.map(({ key, label, total, released }) => (
                <th key={key} scope="col" data-numeric>
                  {label} <Shown value={total} />
                  {!released && <span className={styles.aside}>{t("funnel.planned")}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {options.map((one, at) => (
              <tr key={one.value}>
                <th scope="row">{nameOf(name, one.value)}</th>
                {columns.map(({ key, label, total, stage, shown }) => {
                  const value = shown.cells[at] ?? null;
                  const share = total && value !== null ? value / total : 0;
                  const filter = answerFilter(edition, name, one.value);
                  return (
                    <td key={key} data-numeric>
                      <Count
                        value={value}
                        filter={{ ...filter, ...(stage && { reached: stage }) }}
                        label={`${nameOf(name, one.value)}, ${label}`}
                      />{" "}
                      {value !== null && total !== null && (
                        <span className={styles.former}>
                          {t("funnel.share", { share: Math.round(share * 100) })}
                        </span>
                      )}
                      <span
                        className={styles.share}
                        aria-hidden="true"
                        style={{ "--share": share } as CSSProperties}
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {stages.length === 0 && <p className={styles.note}>{t("funnel.noStages")}</p>}
    </Panel>
  );
}
