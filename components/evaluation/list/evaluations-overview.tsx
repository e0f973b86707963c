"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/actions/go-link";
import { ProgressRing } from "@/components/ui/figures/progress-ring";
import { Skeleton } from "@/components/ui/figures/skeleton";
import { closingMoment } from "@/contract/deadline";
import type { EvaluationWork } from "@/contract/evaluation/evaluation-work";
import { evaluationsQuery } from "@/lib/api/evaluation-query";
import { Link } from "@/lib/i18n/navigation";
import { useDates } from "../use-dates";
import styles from "./evaluations-overview.module.css";
import { listAddress, rankingAddress } from "./list-query";

/** On an evaluator's first page: every evaluation with its progress, deadline and link. */
export function EvaluationsOverview() {
  const t = useTranslations("evaluation.overview");
  const loading = useTranslations("loading");
  const { data, isError, refetch } = useQuery(evaluationsQuery(useLocale()));
  return (
    <section
      className={styles.overview}
      data-theme="dark"
      data-area="evaluation"
      aria-labelledby="evaluations-title"
    >
      <h2 id="evaluations-title" className={styles.title}>
        {t("title")}
      </h2>
      {!data && !isError && <Skeleton label={loading("label")} lines={2} />}
      {!data && isError && (
        <p role="alert">
          {loading("error")}{" "}
          <button type="button" className={styles.retry} onClick={() => void refetch()}>
            {loading("retry")}
          </button>
        </p>
      )}
      {data && data.evaluations.length === 0 && <p>{t("none")}</p>}
      <ul className={styles.works}>
        {data?.evaluations.map((work, index) => (
          <Work key={work.edition} work={work} current={index === 0} />
        ))}
      </ul>
    </section>
  );
}

function Work({ work, current }: { work: EvaluationWork; current: boolean }) {
  const t = useTranslations("evaluation.overview");
  const list = useTranslations("evaluation.list");
  const format = useFormatter();
  const { day, moment } = useDates();
  const { counts, closed, closed_at, evaluationDeadlineAt } = work;
  const due = counts.total - counts.recused;
  const percent = due > 0 ? Math.round((counts.scored * 100) / due) : 0;
  const deadline = evaluationDeadlineAt ? closingMoment(new Date(evaluationDeadlineAt)) : null;
  // The newest edition is the list's default; the others are named in the URL.
  const query = current ? {} : { edition: work.edition };
  const name = t("edition", { year: String(work.edition) });
  return (
    <li className={styles.work}>
      <ProgressRing value={percent} label={name} size="var(--space-8)" sent={closed}>
        <span className={styles.percent}>{format.number(percent / 100, { style: "percent" })}</span>
      </ProgressRing>
      <div className={styles.words}>
        <h3 className={styles.name}>{name}</h3>
        <p>{list("scored", { scored: counts.scored, due })}</p>
        <p className={styles.detail}>
          {closed && closed_at
            ? t("closedAt", { date: moment(closed_at) })
            : deadline
              ? list("deadline", { time: deadline.time, date: day(deadline.lastDay) })
              : t("noDeadline")}
        </p>
      </div>
      <GoLink
        component={Link}
        href={closed ? rankingAddress(query) : listAddress(query, {})}
        prefetch={false}
      >
        {closed ? t("ranking") : counts.scored + counts.partial > 0 ? t("continue") : t("begin")}
      </GoLink>
    </li>
  );
}
