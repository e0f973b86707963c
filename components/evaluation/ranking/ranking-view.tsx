"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/figures/skeleton";
import { Fold } from "@/components/ui/page/fold";
import { Pagination } from "@/components/ui/page/pagination";
import { useAtLeast } from "@/components/ui/use-at-least";
import { ApiError } from "@/lib/api/error";
import { projectsQuery, rankingQuery } from "@/lib/api/evaluation-query";
import { dated } from "@/lib/i18n/is-elided";
import { Link } from "@/lib/i18n/navigation";
import { isMissed, rankingAfter, seesResults } from "../evaluation-state";
import { ExportPanel } from "../exports/export-panel";
import { Density } from "../list/density";
import { discussionsAddress, reviewAddress, scopeOf } from "../list/list-query";
import { LoadFailed } from "../load-failed";
import { NoRound } from "../rounds/no-round";
import { RoundBand } from "../rounds/round-band";
import { useDates } from "../use-dates";
import { RankingFigures } from "./ranking-figures";
import { RankingFilters } from "./ranking-filters";
import { RankingFunnel } from "./ranking-funnel";
import { RankingMethod } from "./ranking-method";
import {
  chosenRows,
  DECIDING_ORDER,
  rankingPlace,
  rankingQueryOf,
  rowsPerPage,
} from "./ranking-query";
import { RankingTable } from "./ranking-table";
import styles from "./ranking-view.module.css";
import { RoundTabs } from "./round-tabs";

/**
 * Renders the ranking of an edition for evaluators who have closed their evaluation. For other evaluators, explains why
 * the ranking is not available.
 */
export function RankingView() {
  const t = useTranslations("evaluation.ranking");
  const loading = useTranslations("loading");
  const locale = useLocale();
  const { moment } = useDates();
  const asked = rankingQueryOf(useSearchParams());
  // Check first whether the evaluator has closed the evaluation. Until then, the back end rejects a request for the
  // ranking.
  const list = useQuery(projectsQuery(locale, { ...scopeOf(asked), per_page: 1 }));
  const work = list.data;
  const round = work?.answer.round;
  const query = { ...asked, ...(round && { round: round.number }) };
  const isClosed = work !== undefined && seesResults(work.answer);
  const ranking = useQuery({ ...rankingQuery(locale, query), enabled: isClosed });
  const { data } = ranking;
  const error = list.error ?? ranking.error;
  const waits = useAtLeast(list.isPending || (isClosed && ranking.isPending));
  const retry = () => void (list.error ? list : ranking).refetch();

  const after = work && rankingAfter(work.answer, locale);

  if (round === null) return <NoRound level={1} />;
  if (
    (work && !seesResults(work.answer)) ||
    (error instanceof ApiError && error.code === "evaluation_not_closed")
  ) {
    return (
      <>
        <h1 className={styles.title}>{t("title")}</h1>
        {work && <RoundBand work={work.answer} />}
        {work && (work.answer.closed || isMissed(work.answer)) ? (
          <EmptyState
            title={work.answer.closed && after ? t("notYetLater", { after }) : t("never")}
            text={work.answer.closed ? t("notYetText") : undefined}
          >
            <GoLink component={Link} href="/dashboard">
              {t("toHome")}
            </GoLink>
          </EmptyState>
        ) : (
          <EmptyState
            title={after ? t("notYetLater", { after }) : t("notYet")}
            text={t("notYetText")}
          >
            <GoLink component={Link} href={reviewAddress(query)}>
              {t("toReview")}
            </GoLink>
          </EmptyState>
        )}
      </>
    );
  }
  if (error && !data) return <LoadFailed level={1} error={error} onRetry={retry} />;
  if (waits || !data) return <Skeleton label={loading("label")} lines={10} />;

  const rows = chosenRows(data.rows, query);
  const perPage = rowsPerPage(data.places);
  const pages = Math.ceil(rows.length / perPage);
  const page = Math.min(query.page, Math.max(1, pages));
  const shown = rows.slice((page - 1) * perPage, page * perPage);
  const closedAt = work?.answer.closed_at;
  const decides = () => {
    if (query.order !== DECIDING_ORDER) return t("decidesNot");
    if (!round) return t("decides");
    const { stage, weight } = round;
    return weight === null ? t("decidesStage", { stage }) : t("blended", { stage, weight });
  };
  return (
    <>
      <div className={styles.head}>
        <div>
          <div className={styles.titles}>
            <h1 className={styles.title}>{t("title")}</h1>
            {work && <RoundBand work={work.answer} />}
          </div>
          <Fold label={t("about")}>
            <p className={styles.lead}>
              {closedAt && t("closedAt", dated("date", moment(closedAt)))}{" "}
              {t("voices", { count: data.method.evaluators })}{" "}
              <strong className={styles.decides}>{decides()}</strong>
            </p>
          </Fold>
          {work?.answer.discussion && (
            <p className={styles.lead}>
              <GoLink component={Link} href={discussionsAddress(query)}>
                {t("toDiscussions")}
              </GoLink>
            </p>
          )}
        </div>
        <RankingFunnel rows={data.rows} decisions={data.decisions} places={data.places} />
      </div>
      {work && <RoundTabs work={work.answer} />}
      <RankingFilters query={query} />
      {shown.length > 0 ? (
        <RankingTable rows={shown} ranking={data} query={query} round={round} />
      ) : (
        <EmptyState title={t("noMatch")} text={t("noMatchText")} />
      )}
      <div className={styles.pages}>
        <output>{t("found", { count: rows.length })}</output>
        <Density />
        <Pagination
          page={page}
          pages={pages}
          href={(number) => rankingPlace(query, { page: number })}
          labels={{ nav: t("pages"), page: (number) => t("page", { number }) }}
          component={Link}
        />
      </div>
      <RankingFigures rows={data.rows} criteria={data.method.criteria} places={data.places} />
      <RankingMethod method={data.method} />
      {work && <ExportPanel work={work.answer} />}
    </>
  );
}
