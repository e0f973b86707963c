"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/figures/skeleton";
import { useAtLeast } from "@/components/ui/use-at-least";
import type { DiscussionRow } from "@/contract/evaluation/discussion";
import { discussionsQuery } from "@/lib/api/evaluation-query";
import { Link } from "@/lib/i18n/navigation";
import {
  discussionAddress,
  listQueryOf,
  pinned,
  rankingAddress,
  reviewAddress,
  scopeOf,
} from "../list/list-query";
import { LoadFailed } from "../load-failed";
import { NoRound } from "../rounds/no-round";
import styles from "./discussion.module.css";

/** Lists the discussions that are open to the evaluator, projects with disagreement first. */
export function DiscussionList() {
  const t = useTranslations("evaluation.discussion");
  const loading = useTranslations("loading");
  const locale = useLocale();
  const asked = scopeOf(listQueryOf(useSearchParams()));
  const { data, error, isPending, refetch } = useQuery(discussionsQuery(locale, asked));
  const waits = useAtLeast(isPending);

  if (error && !data) return <LoadFailed level={1} error={error} onRetry={() => void refetch()} />;
  if (waits || !data) return <Skeleton label={loading("label")} lines={8} />;
  if (data.round === null) return <NoRound level={1} />;
  const query = pinned(asked, data);
  const reason = !data.given ? "notGiven" : !data.closed ? "notClosed" : "none";
  return (
    <>
      <p className={styles.back}>
        <GoLink component={Link} href={data.closed ? rankingAddress(query) : reviewAddress(query)}>
          {t(data.closed ? "toRanking" : "toReview")}
        </GoLink>
      </p>
      <h1 className={styles.title}>{t("title")}</h1>
      {data.round && <p className={styles.quiet}>{data.round.names[locale]}</p>}
      {data.discussions.length === 0 ? (
        <EmptyState title={t(`${reason}.title`)} text={t(`${reason}.text`)} />
      ) : (
        <>
          <p className={styles.lead}>{t(data.open ? "lead" : "leadClosed")}</p>
          <ol className={styles.rows}>
            {data.discussions.map((row) => (
              <Row key={row.id} row={row} href={discussionAddress(row.id, query)} />
            ))}
          </ol>
        </>
      )}
    </>
  );
}

function Row({ row, href }: { row: DiscussionRow; href: string }) {
  const t = useTranslations("evaluation.discussion");
  const format = useFormatter();
  const { nome, readers, spread, contributions, revised, summary } = row;
  const facts = [
    t("readers", { count: readers }),
    spread !== null && t("spread", { value: format.number(spread) }),
    t("contributions", { count: contributions }),
    revised > 0 && t("revised", { count: revised }),
    summary !== "none" && t(`summaryState.${summary}`),
  ].filter((fact) => fact !== false);
  return (
    <li className={styles.row}>
      <Link href={href} className={styles.name} prefetch={false}>
        <bdi>{nome}</bdi>
      </Link>
      <span className={styles.quiet}>{facts.join(" · ")}</span>
    </li>
  );
}
