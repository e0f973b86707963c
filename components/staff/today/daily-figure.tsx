import { useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { Table } from "@/components/ui/page/table";
import type { Today } from "@/contract/staff/today";
import styles from "./daily-figure.module.css";
import { axisTicks, DAY_WIDTH, dayLeaps, highest, type What } from "./daily-leaps";
import { Figure } from "./figure";
import rowStyles from "./rows.module.css";
import { useTodayMessages } from "./use-today-messages";

const DAY = 86_400_000;
const KINDS = ["begun", "complete", "sent"] as const;

/**
 * Draws the daily numbers of begun, complete, and sent applications in three rows. Each day is an arc as high as its
 * number, on a common scale. A line shows the numbers of the previous edition, and is dashed from today. A table
 * contains the same numbers.
 */
export function DailyFigure({
  today,
  edition,
}: {
  today: Today;
  edition: NonNullable<Today["edition"]>;
}) {
  const { t, date } = useTodayMessages(today);
  const { before, before_unknown: unknown, rows, total, totalBefore } = today.days;
  const { begun, complete, sent } = today.applications;
  const at = rows.findIndex((row) => row.today);
  const scale = highest(rows, KINDS);
  const dateOf = (index: number) =>
    // Calculate the date at noon, so that a change to or from summer time cannot move the date to another day.
    date(new Date(Date.parse(edition.closesAt) - (rows[index]?.left ?? 0) * DAY - DAY / 2), {
      day: "numeric",
      month: "short",
    });
  const last = rows.length - 1;
  const placeOf = (index: number) => ({
    style: { "--x": (index + 0.5) / rows.length } as CSSProperties,
    ...((index < rows.length / 12 && { "data-start": true }) ||
      (index > last - rows.length / 12 && { "data-end": true })),
  });

  return (
    <section className={rowStyles.section} aria-labelledby="daily">
      <div className={rowStyles.head}>
        <h2 id="daily" className={rowStyles.title}>
          {t("daily")}
        </h2>
        <p className={rowStyles.aside}>
          {t("dailyText", { year: String(edition.year), before: before ? String(before) : "none" })}
        </p>
      </div>
      {KINDS.map((kind) => (
        <div key={kind} className={styles.row}>
          <p className={styles.label}>
            <strong className={styles.number}>
              <Figure value={total[kind]} />
            </strong>{" "}
            <span className={rowStyles.strong}>{t(`what.${kind}`)}</span>{" "}
            {before !== null && (
              <span className={rowStyles.text}>
                {t("then", { year: String(before), count: totalBefore[kind] })}
              </span>
            )}
          </p>
          <Leaps
            {...{ kind, rows, at, scale }}
            label={(most) =>
              t("drawn", {
                ...{ what: t(`what.${kind}`), most },
                ...{ from: dateOf(0), to: dateOf(at < 0 ? last : at) },
              })
            }
          />
        </div>
      ))}
      <div className={styles.axis} aria-hidden="true">
        <div>
          {axisTicks(rows.length, at).map((index) => (
            <span key={index} {...placeOf(index)}>
              {dateOf(index)}
            </span>
          ))}
          {at >= 0 && <strong {...placeOf(at)}>{t("todayAt", { date: dateOf(at) })}</strong>}
        </div>
      </div>
      <p className={styles.sum}>
        {t.rich("sum", {
          ...{ begun, complete, sent, all: begun + complete + sent },
          b: (chunks) => <strong>{chunks}</strong>,
        })}{" "}
        {unknown !== null && t("beforeUnknown", { year: String(unknown) })}
        {before !== null && t("sumBefore", { year: String(before), count: totalBefore.sent })}
      </p>
      <details className={styles.table}>
        <summary>{t("table")}</summary>
        <Table caption={t("tableCaption")}>
          <thead>
            <tr>
              <th scope="col">{t("daysLeft")}</th>
              {KINDS.map((kind) =>
                [edition.year, before].map(
                  (year) =>
                    year !== null && (
                      <th key={`${kind} ${year}`} scope="col" data-numeric>
                        {t("column", { what: t(`what.${kind}`), year: String(year) })}
                      </th>
                    ),
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={row.left}>
                <th scope="row">{row.left}</th>
                {KINDS.map((kind) => [
                  <td key={kind} data-numeric>
                    {at < 0 || index <= at ? row.now[kind] : ""}
                  </td>,
                  before !== null && (
                    <td key={`${kind} before`} data-numeric>
                      {row.before[kind]}
                    </td>
                  ),
                ])}
              </tr>
            ))}
          </tbody>
        </Table>
      </details>
    </section>
  );
}

function Leaps({
  kind,
  rows,
  at,
  scale,
  label,
}: {
  kind: What;
  rows: Today["days"]["rows"];
  at: number;
  scale: number;
  /** Returns the description of the drawing for screen readers. */
  label: (most: number) => string;
}) {
  const t = useTranslations("staff.today");
  const top = highest(rows, [kind]);
  const been = at < 0 ? rows.length : at + 1;
  const before = rows.map((row) => row.before[kind]);
  return (
    <div className={styles.drawing} data-kind={kind}>
      <span className={styles.most} aria-hidden="true">
        {t("most", { count: top })}
      </span>
      <svg
        role="img"
        aria-label={label(Math.max(...rows.map((row) => row.now[kind])))}
        viewBox={`0 0 ${rows.length * DAY_WIDTH} ${top}`}
        preserveAspectRatio="none"
        style={{ "--share": top / scale } as CSSProperties}
      >
        <path
          className={styles.now}
          d={dayLeaps(
            rows.map((row) => row.now[kind]),
            top,
          )}
        />
        <path className={styles.before} d={dayLeaps(before.slice(0, been), top)} />
        <path className={styles.ahead} d={dayLeaps(before.slice(been), top, been)} />
      </svg>
    </div>
  );
}
