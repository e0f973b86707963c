"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import type { ProjectList, ProjectListQuery } from "@/contract/evaluation/evaluation-schemas";
import { nextProjectQuery } from "@/lib/api/evaluation-query";
import { Link } from "@/lib/i18n/navigation";
import { isMissed, seesResults } from "../evaluation-state";
import { projectAddress, rankingAddress, reviewAddress } from "./list-query";
import styles from "./work-action.module.css";

/**
 * Renders the main action of an evaluation. The action opens the next project, which the server chooses. If no project
 * is left, it opens the final check, where the evaluator closes the evaluation. Afterwards, it opens the ranking, or
 * the evaluation record while a later round hides the ranking. Renders nothing before the evaluation opens, and in a
 * round that ended before the evaluator closed the evaluation.
 */
export function WorkAction({
  work,
  query,
  small = false,
}: {
  work: Pick<ProjectList, "edition" | "round" | "closed" | "results" | "scoring" | "counts">;
  query: ProjectListQuery;
  /** Whether the action is on the same line as a list's title. */
  small?: boolean;
}) {
  const t = useTranslations("evaluation.list");
  const { closed, scoring, edition } = work;
  const reads = !closed && scoring === "open" && work.counts.total > 0;
  const { data } = useQuery({
    ...nextProjectQuery(useLocale(), edition, work.round?.number),
    enabled: reads,
  });
  const next = reads ? data?.project : null;

  if (closed && !seesResults(work)) {
    return (
      <ButtonLink small={small} component={Link} href={reviewAddress(query)} prefetch={false}>
        {t("toRecord")}
      </ButtonLink>
    );
  }
  if (closed) {
    return (
      <ButtonLink small={small} component={Link} href={rankingAddress(query)} prefetch={false}>
        {t("toRanking")}
      </ButtonLink>
    );
  }
  if (next) {
    return (
      <>
        <ButtonLink
          small={small}
          component={Link}
          href={projectAddress(next.id, query)}
          prefetch={false}
        >
          {t("readNext")}
        </ButtonLink>
        <span className={styles.why}>{t("readNextWhy", { name: next.nome })}</span>
      </>
    );
  }
  if (!isMissed(work) && (scoring === "over" || (reads && data))) {
    return (
      <ButtonLink small={small} component={Link} href={reviewAddress(query)} prefetch={false}>
        {t("toReview")}
      </ButtonLink>
    );
  }
  return null;
}
