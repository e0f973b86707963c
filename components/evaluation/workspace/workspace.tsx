"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useEffect } from "react";
import { GoLink } from "@/components/ui/buttons/go-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/figures/skeleton";
import { useAtLeast } from "@/components/ui/use-at-least";
import { ApiError } from "@/lib/api/error";
import { projectForEvaluationQuery } from "@/lib/api/evaluation-query";
import { meQuery } from "@/lib/api/query";
import { Link } from "@/lib/i18n/navigation";
import { isReadOnly } from "../evaluation-state";
import { listAddress, listQueryOf, projectAddress, scopeOf } from "../list/list-query";
import { LoadFailed } from "../load-failed";
import { useAddress } from "../use-address";
import { EvaluatorPage } from "./evaluator-page";
import { ProjectWorkspace } from "./project-workspace";

/** Renders the evaluation workspace of one project: the project on the left, the score form on the right. */
export function EvaluationWorkspace({ id }: { id: string }) {
  const t = useTranslations("evaluation.cockpit");
  const loading = useTranslations("loading");
  const query = listQueryOf(useSearchParams());
  const locale = useLocale();
  const client = useQueryClient();
  const address = useAddress();
  const { data: user } = useQuery(meQuery(locale));
  const { data, error, isPending, refetch } = useQuery(
    projectForEvaluationQuery(locale, id, query.round),
  );
  // Add the round to the URL. A URL without a round would show another round's form as soon as that round begins.
  const round = query.round === undefined ? data?.round?.number : undefined;
  const waits = useAtLeast(isPending) || round !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the round says what to do
  useEffect(() => {
    if (round === undefined) return;
    client.setQueryData(projectForEvaluationQuery(locale, id, round).queryKey, data);
    address.replace(projectAddress(id, { ...query, round }));
  }, [round]);

  if (data && user && !waits) {
    // Outside the evaluation period, the evaluation is read-only, like a closed evaluation. A project that left the
    // round is also read-only.
    const evaluated = { ...data, closed: isReadOnly(data) };
    // A recusal or a closed evaluation changes what the evaluator can edit, so the React key changes and mounts a new
    // score form.
    const key = `${id} ${evaluated.closed} ${data.evaluation?.recusal ?? null}`;
    return <ProjectWorkspace key={key} userId={user.id} evaluated={evaluated} query={query} />;
  }
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <EvaluatorPage>
      {isGone && (
        <EmptyState
          title={t("gone")}
          text={t(query.round === undefined ? "goneText" : "goneRound")}
          level={1}
        >
          <GoLink component={Link} href={listAddress(scopeOf(query), {})}>
            {t("back")}
          </GoLink>
        </EmptyState>
      )}
      {error && !isGone && <LoadFailed level={1} error={error} onRetry={() => void refetch()} />}
      {!error && <Skeleton label={loading("label")} lines={10} />}
    </EvaluatorPage>
  );
}
