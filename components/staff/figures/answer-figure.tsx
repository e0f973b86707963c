import { useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { FigureReaders, Figures } from "@/contract/staff/figures";
import { shownColumn } from "@/contract/staff/small-counts";
import { messageOf } from "@/lib/i18n/message-of";
import styles from "./figures.module.css";
import { Count, Panel, Shown } from "./panel";

type Answer = Figures["answers"][number];

/**
 * Returns a function that returns the label of an answer's option, such as the name of an industry.
 */
export function useOptionNames(): (answer: Answer["name"], value: string) => string {
  const t = useTranslations("staff.figures");
  const options = useTranslations("options");
  return (answer, value) =>
    answer === "heard" ? messageOf(t, `heard.${value}`) : messageOf(options, value);
}

/**
 * Returns a function that returns the displayed name of an answer's field, as in the list of applications. `heard` (how
 * the team heard of the programme) is not a field, so its name comes from other messages.
 */
export function useAnswerNames(): (answer: Answer["name"]) => string {
  const t = useTranslations("staff.figures.answer");
  const fields = useTranslations("fields.short");
  return (answer) => (answer === "heard" ? t(answer) : fields(answer));
}

/** Returns the list filter that finds the applications with a given answer. */
export const answerFilter = (edition: number, name: Answer["name"], value: string) => ({
  ...{ edition: String(edition), [name]: value },
});

/**
 * Renders the counts of an answer's options as bars, each with a mark at the previous edition's count.
 */
export function AnswerFigure({
  figures,
  answer,
  readers,
}: {
  figures: Figures;
  answer: Answer;
  readers: FigureReaders;
}) {
  const t = useTranslations("staff.figures");
  const nameOf = useOptionNames();
  const answerName = useAnswerNames();
  const { edition, before } = figures;
  const { name, options } = answer;
  // A team can hear of the programme in several ways, so the counts do not add up to a total.
  const totalOf = (sent: number) => (name === "heard" ? null : sent);
  const now = shownColumn(
    readers,
    options.map(({ count }) => count),
    totalOf(figures.sent),
  ).cells;
  const former = shownColumn(
    readers,
    options.map((one) => one.before),
    totalOf(figures.sent_before),
  ).cells;
  const most = Math.max(1, ...[...now, ...former].map(Number));
  const title = answerName(name);
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
            {options.map((one, at) => (
              <tr key={one.value}>
                <th scope="row">{nameOf(name, one.value)}</th>
                <td
                  className={styles.bar}
                  aria-hidden="true"
                  style={
                    {
                      "--share": Number(now[at]) / most,
                      "--before": Number(former[at]) / most,
                    } as CSSProperties
                  }
                >
                  <span className={styles.fill} />
                  {before && Number(former[at]) > 0 && <span className={styles.tick} />}
                </td>
                <td data-numeric>
                  <Count
                    value={now[at] ?? null}
                    filter={answerFilter(edition, name, one.value)}
                    label={nameOf(name, one.value)}
                  />
                </td>
                {before && (
                  <td data-numeric className={styles.former}>
                    <Shown value={former[at] ?? null} />
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
