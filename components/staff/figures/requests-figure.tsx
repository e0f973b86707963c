import { useFormatter, useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { Figures } from "@/contract/staff/figures";
import { Link } from "@/lib/i18n/navigation";
import { screenNamed } from "../shell/screens";
import styles from "./figures.module.css";
import { Panel } from "./panel";

const REQUESTS = `${screenNamed("people").path}/richieste`;

/** Renders the data requests of the year: what people requested, and how long the answers took. */
export function RequestsFigure({ figures: { requests, edition } }: { figures: Figures }) {
  const t = useTranslations("staff.figures");
  const kind = useTranslations("staff.log.value.kind");
  const format = useFormatter();
  const { answered, open, late, median_days: median, kinds } = requests;
  const most = Math.max(1, ...kinds.map(({ count }) => count));
  return (
    <Panel title={t("requests.title")} aside={String(edition)}>
      {answered + open === 0 ? (
        <p className={styles.nothing}>{t("nothing")}</p>
      ) : (
        <>
          <table className={styles.bars}>
            <VisuallyHidden as="caption">{t("requests.title")}</VisuallyHidden>
            <thead>
              <tr>
                <th scope="col">{t("requests.kind")}</th>
                <td />
                <th scope="col">{t("requests.number")}</th>
                <th scope="col">{t("requests.median")}</th>
              </tr>
            </thead>
            <tbody>
              {kinds.map((one) => (
                <tr key={one.kind}>
                  <th scope="row">{kind(one.kind)}</th>
                  <td
                    className={styles.bar}
                    aria-hidden="true"
                    style={{ "--share": one.count / most } as CSSProperties}
                  >
                    <span className={styles.fill} />
                  </td>
                  <td data-numeric>
                    {one.count === 0 ? (
                      <span className={styles.count}>{format.number(0)}</span>
                    ) : (
                      <Link
                        className={styles.count}
                        href={`${REQUESTS}?state=all&kind=${one.kind}&year=${edition}`}
                        aria-label={`${kind(one.kind)}: ${format.number(one.count)}`}
                      >
                        {format.number(one.count)}
                      </Link>
                    )}
                  </td>
                  <td data-numeric className={styles.former}>
                    {one.median_days === null ? "–" : format.number(one.median_days)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className={styles.note}>
            <Link href={REQUESTS}>{t("requests.sum", { answered, open, late })}</Link>{" "}
            {median !== null && t("requests.medianAll", { days: Math.ceil(median) })}
          </p>
        </>
      )}
    </Panel>
  );
}
