import { useFormatter, useTranslations } from "next-intl";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { FigureReaders, Figures } from "@/contract/staff/figures";
import { shownColumn, shownTotal } from "@/contract/staff/small-counts";
import { DAY_WIDTH, dayLeaps } from "../today/daily-leaps";
import styles from "./figures.module.css";
import { Count, Panel, Shown } from "./panel";

/** Draws the number of sent applications per day, with a line for the previous edition, and lists the totals. */
export function DaysFigure({ figures, readers }: { figures: Figures; readers: FigureReaders }) {
  const t = useTranslations("staff.figures");
  const format = useFormatter();
  const { days, total, total_before: former, edition, before } = figures;
  const sentOf = (side: "now" | "before") =>
    shownColumn(
      readers,
      days.map((day) => day[side].sent),
      (side === "now" ? total : former).sent,
    ).cells;
  const shown = { now: sentOf("now"), before: sentOf("before") };
  const highest = Math.max(1, ...[...shown.now, ...shown.before].map(Number));
  const drawn = (side: "now" | "before") =>
    dayLeaps(
      shown[side].map((sent) => (100 * Number(sent)) / highest),
      100,
    );
  const year = String(edition);
  return (
    <Panel
      title={t("days.title")}
      aside={before ? t("days.aside", { year, before: String(before) }) : t("only", { year })}
    >
      {[...shown.now, ...shown.before].some(Boolean) && (
        <div className={styles.drawing} aria-hidden="true">
          <span className={styles.most}>{format.number(highest)}</span>
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${days.length * DAY_WIDTH} 100`}
            preserveAspectRatio="none"
          >
            <path className={styles.now} d={drawn("now")} />
            {before && <path className={styles.before} d={drawn("before")} />}
          </svg>
        </div>
      )}
      <table className={styles.bars}>
        <VisuallyHidden as="caption">{t("days.title")}</VisuallyHidden>
        <thead>
          <tr>
            <td />
            <th scope="col">{year}</th>
            {before && <th scope="col">{String(before)}</th>}
          </tr>
        </thead>
        <tbody>
          {(["begun", "sent"] as const).map((name) => (
            <tr key={name}>
              <th scope="row">{t(`days.${name}`)}</th>
              <td data-numeric>
                <span className={styles.count}>
                  <Shown value={shownTotal(readers, total[name])} />
                </span>
              </td>
              {before && (
                <td data-numeric className={styles.former}>
                  <Shown value={shownTotal(readers, former[name])} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <details className={styles.details}>
        <summary>{t("days.table")}</summary>
        <table className={styles.bars}>
          <thead>
            <tr>
              <th scope="col">{t("days.left")}</th>
              <th scope="col">{year}</th>
              {before && <th scope="col">{String(before)}</th>}
            </tr>
          </thead>
          <tbody>
            {days.map((day, at) => (
              <tr key={day.left}>
                <th scope="row">{format.number(day.left)}</th>
                <td data-numeric>
                  <Count
                    value={shown.now[at] ?? null}
                    filter={{ edition: year, sent_on: day.day }}
                    label={`${t("days.left")} ${format.number(day.left)}`}
                  />
                </td>
                {before && (
                  <td data-numeric className={styles.former}>
                    <Shown value={shown.before[at] ?? null} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Panel>
  );
}
