"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Pagination } from "@/components/ui/pagination";
import { ProgressRing } from "@/components/ui/progress-ring";
import { Skeleton } from "@/components/ui/skeleton";
import { closingMoment } from "@/contract/deadline";
import type { ProjectList } from "@/contract/evaluation-schemas";
import { projectsQuery } from "@/lib/api/evaluation-query";
import { Link } from "@/lib/i18n/navigation";
import { CloseEvaluation } from "./close-evaluation";
import styles from "./evaluation-list.module.css";
import { ListFilters } from "./list-filters";
import { listAddress, listQueryOf } from "./list-query";
import { ProjectTable } from "./project-table";

/** The evaluator's desk: own progress, the sent projects, and the closing of the evaluation. */
export function EvaluationList() {
  const t = useTranslations("evaluation.list");
  const errors = useTranslations("loading");
  const query = listQueryOf(useSearchParams());
  const { data, isError, refetch } = useQuery(projectsQuery(useLocale(), query));

  if (isError && !data) {
    return (
      <EmptyState title={errors("error")}>
        <Button onClick={() => refetch()}>{errors("retry")}</Button>
      </EmptyState>
    );
  }
  if (!data) return <Skeleton label={errors("label")} lines={8} />;
  const { answer, pages, total } = data;
  return (
    <>
      <Progress list={answer} />
      <ListFilters query={query} />
      <output className={styles.found}>{t("found", { count: total })}</output>
      {answer.projects.length > 0 ? (
        <ProjectTable projects={answer.projects} query={query} />
      ) : (
        <EmptyState
          title={answer.counts.total === 0 ? t("none") : t("noMatch")}
          text={answer.counts.total === 0 ? t("noneText") : t("noMatchText")}
        />
      )}
      <div className={styles.pages}>
        <Pagination
          page={Number(query.page ?? 1)}
          pages={pages}
          href={(page) => listAddress(query, { page })}
          labels={{ nav: t("pages"), page: (number) => t("page", { number }) }}
          component={Link}
        />
      </div>
    </>
  );
}

function Progress({ list }: { list: ProjectList }) {
  const t = useTranslations("evaluation.list");
  const format = useFormatter();
  const { counts, closed, closed_at, evaluationDeadlineAt } = list;
  const due = counts.total - counts.recused;
  const percent = due > 0 ? Math.round((counts.scored * 100) / due) : 0;
  const deadline = evaluationDeadlineAt ? closingMoment(new Date(evaluationDeadlineAt)) : null;
  return (
    <section className={styles.progress} aria-label={t("progress")}>
      <ProgressRing value={percent} label={t("progress")} size="var(--space-9)">
        <span className={styles.percent}>{format.number(percent / 100, { style: "percent" })}</span>
      </ProgressRing>
      <div>
        <p className={styles.lead}>{t("scored", { scored: counts.scored, due })}</p>
        <p className={styles.detail}>
          {t("detail", {
            partial: counts.partial,
            todo: due - counts.scored - counts.partial,
            recused: counts.recused,
          })}
        </p>
        {closed && closed_at && (
          <p>
            {t("closedAt", {
              date: format.dateTime(new Date(closed_at), { dateStyle: "long", timeStyle: "short" }),
            })}
          </p>
        )}
        {!closed && deadline && (
          <p>
            {t("deadline", {
              time: deadline.time,
              date: format.dateTime(deadline.lastDay, { dateStyle: "long" }),
            })}
          </p>
        )}
      </div>
      {!closed && <CloseEvaluation counts={counts} />}
    </section>
  );
}
