"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { GoLink } from "@/components/ui/go-link";
import { Skeleton } from "@/components/ui/skeleton";
import type { ProjectForEvaluation } from "@/contract/evaluation-schemas";
import { PER_PAGE_MAX } from "@/contract/evaluation-schemas";
import { ApiError } from "@/lib/api/error";
import { projectForEvaluationQuery, projectsQuery } from "@/lib/api/evaluation-query";
import { Link, useRouter } from "@/lib/i18n/navigation";
import styles from "./cockpit.module.css";
import { evaluationState } from "./evaluation-state";
import { ProjectSheet } from "./project-sheet";
import { ScoreSheet } from "./score-sheet";
import { useScoreKeys } from "./use-score-keys";
import { useScoreSheet } from "./use-score-sheet";

/** One project to read and to score: the project on the left, the score sheet on the right. */
export function Cockpit({ id }: { id: string }) {
  const t = useTranslations("evaluation.cockpit");
  const errors = useTranslations("loading");
  const { data, error, refetch } = useQuery(projectForEvaluationQuery(useLocale(), id));

  if (data) {
    // A recusal or a closing changes what may be written: the sheet begins anew with it.
    const key = `${id} ${data.closed} ${data.evaluation?.recusal ?? null}`;
    return <Desk key={key} evaluated={data} />;
  }
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState title={t("gone")} text={t("goneText")}>
        <GoLink component={Link} href="/dashboard/evaluation">
          {t("back")}
        </GoLink>
      </EmptyState>
    );
  }
  if (error) {
    return (
      <EmptyState title={errors("error")}>
        <Button onClick={() => refetch()}>{errors("retry")}</Button>
      </EmptyState>
    );
  }
  return <Skeleton label={errors("label")} lines={10} />;
}

function Desk({ evaluated }: { evaluated: ProjectForEvaluation }) {
  const t = useTranslations("evaluation.cockpit");
  const router = useRouter();
  const locale = useLocale();
  const sheet = useScoreSheet(evaluated);
  const { data } = useQuery(
    projectsQuery(locale, { per_page: PER_PAGE_MAX, orderby: "sent_at", order: "asc" }),
  );
  const projects = data?.answer.projects ?? [];
  const place = projects.findIndex(({ id }) => id === evaluated.id);
  const counts = data?.answer.counts;
  const following = [...projects.slice(place + 1), ...projects.slice(0, Math.max(place, 0))];
  const unscored = following.find(({ evaluation }) =>
    ["todo", "partial"].includes(evaluationState(evaluation)),
  );
  const next = evaluated.closed ? following[0] : unscored;

  async function goTo(project: { id: string } | undefined) {
    // Going on waits for what is being saved; a refusal keeps the person here with its reason.
    if (project && (await sheet.flush())) router.push(`/dashboard/evaluation/${project.id}`);
  }

  useScoreKeys({
    onNext: () => goTo(projects[place + 1]),
    onPrevious: () => goTo(projects[place - 1]),
  });

  return (
    <>
      <div className={styles.bar}>
        <GoLink component={Link} href="/dashboard/evaluation">
          {t("back")}
        </GoLink>
        {counts && place >= 0 && (
          <p>
            <strong>{t("place", { place: place + 1, total: counts.total })}</strong>
          </p>
        )}
        {counts && <p>{t("counts", { scored: counts.scored, partial: counts.partial })}</p>}
        <p className={styles.keys} aria-hidden="true">
          {t.rich("keys", { key: (chunks) => <kbd className={styles.key}>{chunks}</kbd> })}
        </p>
      </div>
      <div className={styles.desk}>
        <ProjectSheet evaluated={evaluated} />
        <ScoreSheet project={evaluated} sheet={sheet} onNext={next ? () => goTo(next) : null} />
      </div>
    </>
  );
}
