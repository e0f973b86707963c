"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { GoLink } from "@/components/ui/buttons/go-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/figures/skeleton";
import { Pagination } from "@/components/ui/page/pagination";
import { useAtLeast } from "@/components/ui/use-at-least";
import { projectsQuery } from "@/lib/api/evaluation-query";
import { useLoadingBar } from "@/lib/browser/use-loading-bar";
import { Link } from "@/lib/i18n/navigation";
import { ExportPanel } from "../exports/export-panel";
import { LoadFailed } from "../load-failed";
import { NoRound } from "../rounds/no-round";
import { RoundBand } from "../rounds/round-band";
import { useTimes } from "../use-times";
import { Density } from "./density";
import styles from "./evaluation-list.module.css";
import { ListFilters } from "./list-filters";
import { ListProgress } from "./list-progress";
import { listAddress, listQueryOf, pinned } from "./list-query";
import { ProjectTable } from "./project-table";

/** Renders the evaluator's list: title, progress, the projects to evaluate, and the link to close the evaluation. */
export function EvaluationList() {
  const page = useTranslations("evaluation");
  const t = useTranslations("evaluation.list");
  const rounds = useTranslations("evaluation.rounds");
  const loading = useTranslations("loading");
  const asked = listQueryOf(useSearchParams());
  const times = useTimes();
  const list = useQuery(projectsQuery(useLocale(), asked));
  const { data, error, refetch, isPlaceholderData } = list;
  useLoadingBar(isPlaceholderData);
  const waits = useAtLeast(list.isPending);

  const title = <h1 className={styles.title}>{page("title")}</h1>;
  const alone = (content: ReactNode) => (
    <>
      {title}
      {content}
    </>
  );
  if (error && !data) return alone(<LoadFailed error={error} onRetry={() => void refetch()} />);
  if (waits || !data) return alone(<Skeleton label={loading("label")} lines={8} />);
  const { answer, pages, total } = data;
  if (answer.round === null) return alone(<NoRound />);
  // Links on this page stay in the page's round, even after another round has begun.
  const query = pinned(asked, answer);
  const isLater = answer.round !== undefined && answer.round.number > 1;
  if (isLater && answer.scoring === "not_yet") {
    return alone(
      <>
        <RoundBand work={answer} />
        <EmptyState title={rounds("notYet")} text={times.scoring(answer)} />
      </>,
    );
  }
  const empty = isLater ? rounds("empty") : t("none");
  return (
    <>
      <div className={styles.head}>
        {title}
        <ListProgress list={answer} query={query} />
      </div>
      <ListFilters query={query} />
      {answer.projects.length > 0 ? (
        <ProjectTable projects={answer.projects} query={query} busy={isPlaceholderData} />
      ) : (
        <EmptyState
          title={answer.counts.total === 0 ? empty : t("noMatch")}
          text={answer.counts.total === 0 ? !isLater && t("noneText") : t("noMatchText")}
        />
      )}
      <div className={styles.pages}>
        <output>{t("found", { count: total })}</output>
        <Density />
        <Pagination
          page={Number(query.page ?? 1)}
          pages={pages}
          href={(page) => listAddress(query, { page })}
          labels={{ nav: t("pages"), page: (number) => t("page", { number }) }}
          component={Link}
        />
      </div>
      <p className={styles.terms}>
        <GoLink component={Link} href="/dashboard/invitation">
          {t("toTerms")}
        </GoLink>
      </p>
      <ExportPanel work={answer} />
    </>
  );
}
