"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/empty-state";
import { GoLink } from "@/components/ui/go-link";
import { Skeleton } from "@/components/ui/skeleton";
import { ApiError } from "@/lib/api/error";
import { projectForEvaluationQuery } from "@/lib/api/evaluation-query";
import { Link } from "@/lib/i18n/navigation";
import { CockpitDesk } from "./cockpit-desk";
import { DeskPage } from "./desk-page";
import { listQueryOf } from "./list-query";
import { LoadFailed } from "./load-failed";

/** One project to read and to score: the project on the left, the score sheet on the right. */
export function Cockpit({ id }: { id: string }) {
  const t = useTranslations("evaluation.cockpit");
  const loading = useTranslations("loading");
  const query = listQueryOf(useSearchParams());
  const { data, error, refetch } = useQuery(projectForEvaluationQuery(useLocale(), id));

  if (data) {
    // A recusal or a closing changes what may be written: the sheet begins anew with it.
    const key = `${id} ${data.closed} ${data.evaluation?.recusal ?? null}`;
    return <CockpitDesk key={key} evaluated={data} query={query} />;
  }
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <DeskPage>
      {isGone && (
        <EmptyState title={t("gone")} text={t("goneText")} level={1}>
          <GoLink component={Link} href="/dashboard/evaluation">
            {t("back")}
          </GoLink>
        </EmptyState>
      )}
      {error && !isGone && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!error && <Skeleton label={loading("label")} lines={10} />}
    </DeskPage>
  );
}
