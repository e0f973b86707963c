"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/figures/skeleton";
import { useAtLeast } from "@/components/ui/use-at-least";
import type { Discussion } from "@/contract/evaluation/discussion";
import { ApiError } from "@/lib/api/error";
import { discussionQuery } from "@/lib/api/evaluation-query";
import { meQuery } from "@/lib/api/query";
import { Link } from "@/lib/i18n/navigation";
import {
  discussionsAddress,
  listQueryOf,
  pinned,
  projectAddress,
  scopeOf,
} from "../list/list-query";
import { LoadFailed } from "../load-failed";
import styles from "./discussion.module.css";
import { RevisionForm } from "./revision-form";
import { ScoresOfReaders } from "./scores-of-readers";
import { Summary } from "./summary";
import { Thread } from "./thread";

/**
 * Renders the discussion of a project: the scores of all evaluators, the summary, the contributions, and the form to
 * revise the evaluator's own scores.
 */
export function DiscussionPage({ id }: { id: string }) {
  const t = useTranslations("evaluation.discussion");
  const loading = useTranslations("loading");
  const locale = useLocale();
  const asked = scopeOf(listQueryOf(useSearchParams()));
  const me = useQuery(meQuery(locale));
  const { data: user } = me;
  const discussion = useQuery(discussionQuery(locale, id, asked.round));
  const { data, isPending } = discussion;
  const error = discussion.error ?? me.error;
  const waits = useAtLeast(isPending);

  if (data && user && !waits) return <Opened shown={data} userId={user.id} />;
  const isGone = error instanceof ApiError && [403, 404].includes(error.status);
  if (isGone) {
    return (
      <EmptyState title={t("gone.title")} text={t("gone.text")} level={1}>
        <GoLink component={Link} href={discussionsAddress(asked)}>
          {t("back")}
        </GoLink>
      </EmptyState>
    );
  }
  if (error)
    return (
      <LoadFailed
        level={1}
        error={error}
        onRetry={() => void (discussion.error ? discussion : me).refetch()}
      />
    );
  return <Skeleton label={loading("label")} lines={10} />;
}

function Opened({ shown, userId }: { shown: Discussion; userId: string }) {
  const t = useTranslations("evaluation.discussion");
  const locale = useLocale();
  const query = pinned({ edition: shown.edition }, shown);
  const own = shown.readers.find((one) => one.own);
  const about = `${userId}.discussion.${shown.id}.${shown.round?.number ?? 1}`;
  return (
    <>
      <p className={styles.back}>
        <GoLink component={Link} href={discussionsAddress(query)}>
          {t("back")}
        </GoLink>
      </p>
      <h1 className={styles.title}>
        <bdi>{shown.nome}</bdi>
      </h1>
      {shown.round && <p className={styles.quiet}>{shown.round.names[locale]}</p>}
      <p className={styles.lead}>
        {t(shown.open ? "oneLead" : "oneClosed")}{" "}
        <Link href={projectAddress(shown.id, query)} prefetch={false}>
          {t("toProject")}
        </Link>
      </p>
      <ScoresOfReaders shown={shown} />
      {own && shown.open && <RevisionForm shown={shown} own={own} about={about} />}
      <Summary shown={shown} about={about} />
      <Thread shown={shown} about={about} />
    </>
  );
}
