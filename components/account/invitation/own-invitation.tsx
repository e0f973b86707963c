"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/figures/skeleton";
import { getMyInvitation } from "@/contract/users/invitation";
import { ApiError } from "@/lib/api/error";
import { meQuery, readOf } from "@/lib/api/query";
import { Link, useRouter } from "@/lib/i18n/navigation";
import styles from "./invitation.module.css";
import { InvitationForm } from "./invitation-form";
import { ReaderTerms } from "./reader-terms-form";

/**
 * Shows the account's invitation to evaluate. The answer can change until the evaluator begins to evaluate. Languages,
 * sectors and conflicts of interest can change until the evaluator closes the evaluation or the round ends. An
 * evaluator without an invitation sees only these three fields.
 *
 * @param isMissing true if the account has no invitation; then the browser does not request one
 */
export function OwnInvitation({
  privacyHref,
  isMissing,
}: {
  privacyHref: string;
  isMissing: boolean;
}) {
  const t = useTranslations("invitation");
  const loading = useTranslations("loading");
  const client = useQueryClient();
  const router = useRouter();
  const locale = useLocale();
  const read = readOf(getMyInvitation, { locale });
  const { data, error, refetch } = useQuery({ ...read, retry: false, enabled: !isMissing });
  const { data: user } = useQuery(meQuery(locale));
  const isEvaluator = user?.roles.includes("evaluator") ?? false;
  const hasNone = isMissing || (error instanceof ApiError && error.code === "not_found");
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t(hasNone && isEvaluator ? "reader" : "title")}</h1>
      {data ? (
        <>
          <InvitationForm
            invitation={data}
            privacyHref={privacyHref}
            onAnswered={(answered) => {
              client.setQueryData(read.queryKey, answered);
              void client.invalidateQueries();
              // Refresh the header, which shows links for the user's roles.
              router.refresh();
            }}
          />
          {data.answer !== null && data.answer !== "no" && (
            <ButtonLink component={Link} href="/dashboard/evaluation" variant="secondary">
              {t("toProjects")}
            </ButtonLink>
          )}
        </>
      ) : hasNone && isEvaluator ? null : error || hasNone ? (
        <EmptyState title={hasNone ? t("none") : loading("error")}>
          {!hasNone && <Button onClick={() => refetch()}>{loading("retry")}</Button>}
        </EmptyState>
      ) : (
        <Skeleton label={loading("label")} lines={6} />
      )}
      {isEvaluator && (hasNone || data?.begun) && <ReaderTerms heading={!hasNone} />}
    </div>
  );
}
