"use client";

import { useFormatter, useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import { closingMoment } from "@/contract/deadline";
import { COVERAGE_FROM } from "@/contract/evaluation/reading-kinds";
import type { Jury } from "@/contract/staff/evaluators";
import { dated } from "@/lib/i18n/is-elided";
import { Link } from "@/lib/i18n/navigation";
import { isUsualRound } from "../rounds/use-round-title";
import { useWhen } from "../shell/use-when";
import { readingColumns } from "./reading-columns";
import styles from "./readings.module.css";
import { ringsOf } from "./rings-of";

const PER_ROW = 8;
/**
 * Maximum number of rings in the highest column. If more projects are in a column, one ring represents several
 * projects.
 */
const MOST_RINGS = 100;

/**
 * Shows how many projects have too few readings. As soon as enough evaluators have started, also shows the whole
 * distribution.
 */
export function Readings({ jury }: { jury: Jury }) {
  const { readings, wanted, below, missing, possible, counts, pace, projects } = jury;
  const { normal, normal_until: until } = jury;
  const t = useTranslations("staff.evaluators.readings");
  const format = useFormatter();
  const { day } = useWhen();
  if (projects === 0) return null;
  const columns = readingColumns(readings);
  const { each } = ringsOf(Math.max(0, ...columns.map((one) => one.projects)), MOST_RINGS);
  const { accepted, begun, states } = counts;
  const isShown = begun >= COVERAGE_FROM || (accepted > 0 && states.closed === accepted);
  // After the last day, or once the results are final, no further evaluator can add readings.
  const isOver = jury.round?.final === true || pace.time === 100;
  return (
    <section className={styles.section} aria-labelledby="readings">
      <div className={styles.head}>
        <h2 id="readings" className={styles.title}>
          {t("title")}
        </h2>
        {isShown && <p className={styles.small}>{t("each", { each })}</p>}
      </div>
      <p className={styles.below} data-some={below > 0 && !normal}>
        <strong className={styles.count}>{format.number(below)}</strong>{" "}
        <span>
          <strong>{t("below", { count: below, wanted })}</strong>
          {below > 0 && normal && (
            <span className={styles.small}>
              {possible < missing
                ? t("forming")
                : until
                  ? t(
                      "normalUntil",
                      dated("day", day(closingMoment(new Date(until)).lastDay.toISOString())),
                    )
                  : t("normal")}
            </span>
          )}
          {missing > 0 && (
            <span className={styles.small}>
              {possible < missing
                ? t("outOfReach", { missing, possible, advice: isOver ? "none" : "more" })
                : t("missing", { count: missing })}
            </span>
          )}
        </span>
      </p>
      <p className={styles.ways}>
        {below > 0 && isUsualRound(jury) && (
          <GoLink component={Link} href={fewOf(jury)}>
            {t("see")}
          </GoLink>
        )}
        <GoLink component={Link} href="/dashboard/regia/valutatori/assegnazione">
          {t("changeLoad")}
        </GoLink>
      </p>
      {isShown ? (
        <ul className={styles.columns}>
          {columns.map(({ readings, projects, andMore }) => (
            <li key={readings} className={styles.column} data-below={readings < wanted && !normal}>
              <RingPile rings={Math.ceil(projects / each)} />
              <p className={styles.words}>
                <strong>{t(andMore ? "orMore" : "times", { count: readings })}</strong>
                <span className={styles.small}>{t("projects", { count: projects })}</span>
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.small}>
          {t(accepted < COVERAGE_FROM ? "smallJury" : "notYet", { count: COVERAGE_FROM })}
        </p>
      )}
    </section>
  );
}

/** Returns the URL of the list of projects that have too few readings. */
function fewOf({ edition }: Pick<Jury, "edition">): string {
  const query = { readings: "few", edition: String(edition) };
  return `/dashboard/regia/candidature?${new URLSearchParams(query)}`;
}

/** Draws a pile of rings, starting at the bottom. */
export function RingPile({ rings }: { rings: number }) {
  const rows = Math.ceil(rings / PER_ROW);
  return (
    <svg
      className={styles.pile}
      viewBox={`0 0 ${PER_ROW * 16} ${rows * 16}`}
      width={PER_ROW * 16}
      height={rows * 16}
      aria-hidden="true"
    >
      {Array.from({ length: rings }, (_, index) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: a ring is its place
          key={index}
          cx={(index % PER_ROW) * 16 + 8}
          cy={(rows - Math.floor(index / PER_ROW)) * 16 - 8}
          r="5.25"
        />
      ))}
    </svg>
  );
}
