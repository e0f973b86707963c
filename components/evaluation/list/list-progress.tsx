import { useFormatter, useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { ProgressRing } from "@/components/ui/figures/progress-ring";
import type { ProjectList, ProjectListQuery } from "@/contract/evaluation/evaluation-schemas";
import { dated } from "@/lib/i18n/is-elided";
import { Link } from "@/lib/i18n/navigation";
import { dueOf, seesResults, workLeft } from "../evaluation-state";
import { RoundBand } from "../rounds/round-band";
import { useDates } from "../use-dates";
import { useTimes } from "../use-times";
import styles from "./list-progress.module.css";
import { reviewAddress, scopeOf } from "./list-query";
import { ResubmittedLink } from "./resubmission-link";
import { WorkAction } from "./work-action";

/**
 * Shows the evaluator's progress, deadline, and next step. A link leads to closing the evaluation or, after closing, to
 * the evaluation's record.
 */
export function ListProgress({ list, query }: { list: ProjectList; query: ProjectListQuery }) {
  const t = useTranslations("evaluation.list");
  const format = useFormatter();
  const { moment } = useDates();
  const times = useTimes();
  const { counts, closed, closed_at, scoring } = list;
  const whole = scopeOf(query);
  const due = dueOf(counts);
  const percent = due > 0 ? Math.min(100, Math.round((counts.scored * 100) / due)) : 0;
  const toCome = times.toCome(list);
  return (
    <section className={styles.progress} aria-label={t("progress")}>
      <ProgressRing value={percent} label={t("progress")} size="var(--space-8)" sent={closed}>
        <span className={styles.percent}>{format.number(percent / 100, { style: "percent" })}</span>
      </ProgressRing>
      <div className={styles.words}>
        <RoundBand work={list} />
        <p>
          <strong>{t("scored", { scored: counts.scored, due })}</strong>{" "}
          <span className={styles.detail}>
            {t("detail", { ...workLeft(counts), total: counts.agreed ?? counts.total })}
          </span>
        </p>
        <p>
          {closed && closed_at
            ? t("closedAt", dated("date", moment(closed_at)))
            : times.scoring(list)}
          {!closed && toCome && <span className={styles.detail}> {toCome}</span>}
        </p>
        {!closed && <ResubmittedLink count={counts.sent_again} query={whole} />}
      </div>
      <p className={styles.way}>
        <WorkAction small work={list} query={whole} />
        {closed && seesResults(list) && (
          <Link className={styles.record} href={reviewAddress(whole)}>
            {t("toRecord")}
          </Link>
        )}
        {!closed && scoring === "open" && counts.scored < due && (
          <ButtonLink component={Link} href={reviewAddress(whole)} variant="secondary" small>
            {t("toReview")}
          </ButtonLink>
        )}
      </p>
    </section>
  );
}
