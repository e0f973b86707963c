import { useFormatter, useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { Figures } from "@/contract/staff/figures";
import { messageOf } from "@/lib/i18n/message-of";
import styles from "./figures.module.css";
import { Count, Panel } from "./panel";

type Answer = Figures["answers"][number];

/** Returns a function that names an option of an answer. */
export function useOptionNames(): (answer: Answer["name"], value: string) => string {
  const t = useTranslations("staff.figures");
  const options = useTranslations("options");
  return (answer, value) =>
    answer === "heard" ? messageOf(t, `heard.${value}`) : messageOf(options, value);
}

/** Returns the filter of the applications with an answer; null for answers that the list cannot filter. */
export function answerFilter(edition: number, name: Answer["name"], value: string) {
  return name === "heard" ? null : { edition: String(edition), [name]: value };
}

/** Renders the counts of an answer as bars, with a tick for the previous edition. */
export function AnswerFigure({ figures, answer }: { figures: Figures; answer: Answer }) {
  const t = useTranslations("staff.figures");
  const format = useFormatter();
  const nameOf = useOptionNames();
  const { edition, before } = figures;
  const { name, options } = answer;
  const most = Math.max(1, ...options.flatMap((one) => [one.count, one.before]));
  const title = t(`answer.${name}`);
  const isEmpty = options.every((one) => one.count + one.before === 0);
  const year = String(edition);
  return (
    <Panel
      title={title}
      aside={before ? t("beside", { year, before: String(before) }) : t("only", { year })}
    >
      {isEmpty ? (
        <p className={styles.nothing}>{t("nothing")}</p>
      ) : (
        <table className={styles.bars}>
          <VisuallyHidden as="caption">{title}</VisuallyHidden>
          <thead>
            <tr>
              <th scope="col">{t("column.option")}</th>
              <td />
              <th scope="col">{year}</th>
              {before && <th scope="col">{String(before)}</th>}
            </tr>
          </thead>
          <tbody>
            {options.map((one) => (
              <tr key={one.value}>
                <th scope="row">{nameOf(name, one.value)}</th>
                <td
                  className={styles.bar}
                  aria-hidden="true"
                  style={
                    { "--share": one.count / most, "--before": one.before / most } as CSSProperties
                  }
                >
                  <span className={styles.fill} />
                  {before && one.before > 0 && <span className={styles.tick} />}
                </td>
                <td data-numeric>
                  <Count
                    value={one.count}
                    filter={answerFilter(edition, name, one.value)}
                    label={nameOf(name, one.value)}
                  />
                </td>
                {before && (
                  <td data-numeric className={styles.former}>
                    {format.number(one.before)}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {name === "heard" && !isEmpty && <p className={styles.note}>{t("heardNote")}</p>}
    </Panel>
  );
}
