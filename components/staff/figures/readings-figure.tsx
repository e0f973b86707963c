import { useFormatter, useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { COVERAGE_FROM } from "@/contract/evaluation/reading-kinds";
import type { Figures } from "@/contract/staff/figures";
import { isUsualRound, useRoundTitle } from "../rounds/use-round-title";
import styles from "./figures.module.css";
import { Count, Panel } from "./panel";

/**
 * Renders how many projects have each number of readings. Marks projects with too few readings, except while low
 * numbers are still normal (rule staff.readings).
 */
export function ReadingsFigure({ figures }: { figures: Figures }) {
  const { readings, edition } = figures;
  const t = useTranslations("staff.figures");
  const list = useTranslations("staff.list");
  const format = useFormatter();
  const title = useRoundTitle(t("readings.title"), figures);
  const { rows, wanted, below, normal } = readings;
  const most = Math.max(1, ...(rows ?? []).map(({ projects }) => projects));
  return (
    <Panel title={title}>
      {!rows ? (
        <p className={styles.nothing}>{list("readingsHidden", { count: COVERAGE_FROM })}</p>
      ) : rows.length === 0 ? (
        <p className={styles.nothing}>{t("nothing")}</p>
      ) : (
        <>
          <table className={styles.bars}>
            <VisuallyHidden as="caption">{title}</VisuallyHidden>
            <thead>
              <tr>
                <th scope="col">{t("readings.times")}</th>
                <td />
                <th scope="col">{t("readings.projects")}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ readings: times, projects }) => (
                <tr key={times} data-few={times < wanted && !normal}>
                  <th scope="row">{format.number(times)}</th>
                  <td
                    className={styles.bar}
                    aria-hidden="true"
                    style={{ "--share": projects / most } as CSSProperties}
                  >
                    <span className={styles.fill} />
                  </td>
                  <td data-numeric>
                    <Count
                      value={projects}
                      filter={
                        isUsualRound(figures)
                          ? { edition: String(edition), readings: String(times) }
                          : null
                      }
                      label={`${t("readings.times")} ${format.number(times)}`}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className={styles.note}>
            {below > 0
              ? t("readings.below", { count: below, wanted })
              : t("readings.enough", { wanted })}{" "}
            {below > 0 && normal && t("readings.normal")}
          </p>
        </>
      )}
    </Panel>
  );
}
