"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import { Skeleton } from "@/components/ui/figures/skeleton";
import { useAtLeast } from "@/components/ui/use-at-least";
import type { EVALUATION_STATES } from "@/contract/evaluation/evaluation-schemas";
import { projectsQuery } from "@/lib/api/evaluation-query";
import { Link } from "@/lib/i18n/navigation";
import { isMissed, rankingAfter, seesResults } from "../evaluation-state";
import { listAddress, listQueryOf, pinned, scopeOf } from "../list/list-query";
import { ResubmittedLink } from "../list/resubmission-link";
import { LoadFailed } from "../load-failed";
import { NoRound } from "../rounds/no-round";
import { RoundBand } from "../rounds/round-band";
import { useTimes } from "../use-times";
import { CloseEvaluation } from "./close-evaluation";
import { ClosingGroup } from "./closing-group";
import styles from "./closing-review.module.css";
import { RecordPanel } from "./record-panel";
import { WithoutFeedback } from "./without-feedback";

/**
 * Order of the evaluation states. Projects without all scores come first, because they need attention before the
 * evaluator closes the evaluation.
 */
const ORDER = [
  "partial",
  "todo",
  "recused",
  "scored",
] as const satisfies readonly (typeof EVALUATION_STATES)[number][];

/**
 * Shows the final check before an evaluator closes the evaluation: scored, missing, and recused projects, and the Close
 * button.
 */
export function ClosingReview() {
  const t = useTranslations("evaluation.review");
  const loading = useTranslations("loading");
  const times = useTimes();
  const locale = useLocale();
  const asked = scopeOf(listQueryOf(useSearchParams()));
  const first = { ...asked, per_page: 1 };
  const { data, error, isPending, refetch } = useQuery(projectsQuery(locale, first));
  const waits = useAtLeast(isPending);

  if (error && !data) return <LoadFailed level={1} error={error} onRetry={() => void refetch()} />;
  if (waits || !data) return <Skeleton label={loading("label")} lines={8} />;
  const { answer } = data;
  if (answer.round === null) return <NoRound level={1} />;
  const query = pinned(asked, answer);
  const notYet = answer.scoring === "not_yet";
  const missed = isMissed(answer);
  const toCome = times.toCome(answer);
  const { total, scored, partial, recused } = answer.counts;
  const counts = { scored, partial, recused, todo: total - scored - partial - recused };

  return (
    <>
      <p className={styles.back}>
        <GoLink component={Link} href={listAddress(query, {})}>
          {t("back")}
        </GoLink>
      </p>
      <h1 className={styles.title}>
        {t(answer.closed ? "closedTitle" : missed ? "missedTitle" : "title")}
      </h1>
      <RoundBand work={answer} />
      {!answer.closed && (
        <div className={styles.lead}>
          <p>
            {missed ? t("missed") : t("lead", { after: rankingAfter(answer, locale) ?? "none" })}
          </p>
          {notYet && <p>{times.scoring(answer)}</p>}
          {toCome && <p>{toCome}</p>}
          <ResubmittedLink count={answer.counts.sent_again} query={query} />
        </div>
      )}
      {answer.closed && answer.closed_at && answer.sha256 && (
        <RecordPanel
          edition={answer.edition}
          round={answer.round?.number}
          ranked={seesResults(answer)}
          after={rankingAfter(answer, locale)}
          closedAt={answer.closed_at}
          sha256={answer.sha256}
          query={query}
        />
      )}
      <div className={styles.groups}>
        {ORDER.map((state) => (
          <ClosingGroup key={state} state={state} count={counts[state]} query={query} />
        ))}
      </div>
      {answer.feedback && !missed && <WithoutFeedback query={query} closed={answer.closed} />}
      {!answer.closed && !notYet && !missed && (
        <div className={styles.act}>
          <CloseEvaluation
            counts={answer.counts}
            edition={answer.edition}
            round={answer.round}
            toCome={toCome}
          />
        </div>
      )}
    </>
  );
}
