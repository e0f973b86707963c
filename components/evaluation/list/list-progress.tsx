import { useFormatter, useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/actions/button-link";
import { ProgressRing } from "@/components/ui/figures/progress-ring";
import { closingMoment } from "@/contract/deadline";
import type { ProjectList, ProjectListQuery } from "@/contract/evaluation/evaluation-schemas";
import { Link } from "@/lib/i18n/navigation";
import { workLeft } from "../evaluation-state";
import { useDates } from "../use-dates";
import styles from "./list-progress.module.css";
import { rankingAddress, reviewAddress } from "./list-query";

/** The evaluator's progress and deadline, and the link to closing or, afterwards, to the ranking. */
export function ListProgress({ list, query }: { list: ProjectList; query: ProjectListQuery }) {
  const t = useTranslations("evaluation.list");
  const format = useFormatter();
  const { day, moment } = useDates();
  const { counts, closed, closed_at, evaluationDeadlineAt } = list;
  const due = counts.total - counts.recused;
  const percent = due > 0 ? Math.round((counts.scored * 100) / due) : 0;
  const deadline = evaluationDeadlineAt ? closingMoment(new Date(evaluationDeadlineAt)) : null;
  return (
    <section className={styles.progress} aria-label={t("progress")}>
      <ProgressRing value={percent} label={t("progress")} size="var(--space-9)" sent={closed}>
        <span className={styles.percent}>{format.number(percent / 100, { style: "percent" })}</span>
      </ProgressRing>
      <div>
        <p className={styles.lead}>{t("scored", { scored: counts.scored, due })}</p>
        <p className={styles.detail}>{t("detail", workLeft(counts))}</p>
        {closed && closed_at && <p>{t("closedAt", { date: moment(closed_at) })}</p>}
        {!closed && deadline && (
          <p>{t("deadline", { time: deadline.time, date: day(deadline.lastDay) })}</p>
        )}
      </div>
      <p className={styles.way}>
        {closed ? (
          <ButtonLink component={Link} href={rankingAddress(query)}>
            {t("toRanking")}
          </ButtonLink>
        ) : (
          <ButtonLink component={Link} href={reviewAddress(query)} variant="secondary">
            {t("toReview")}
          </ButtonLink>
        )}
        {closed && (
          <Link className={styles.record} href={reviewAddress(query)}>
            {t("toRecord")}
          </Link>
        )}
      </p>
    </section>
  );
}
