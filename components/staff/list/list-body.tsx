"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { FormAlert } from "@/components/forms/form-alert";
import { Button } from "@/components/ui/buttons/button";
import { cx } from "@/components/ui/cx";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/figures/skeleton";
import rowStyles from "@/components/ui/page/row-height.module.css";
import { ApiError } from "@/lib/api/error";
import { useDensity } from "@/lib/browser/use-density";
import { useLoadingBar } from "@/lib/browser/use-loading-bar";
import styles from "./list-body.module.css";
import { isUnknown, UnknownFilters } from "./unknown-filters";

/** Milliseconds without a response before a list shows that it is loading. */
const PATIENCE = 200;

/**
 * Renders a list's loading, error, and empty states; otherwise its rows (children).
 *
 * @param query the react-query result
 * @param empty the content if nothing matches, with a next step
 * @param failed the error text, if the content is not a list
 * @param unknown the URL's filters that no longer exist (`useListAddress`); with such filters, no rows appear
 */
export function ListBody({
  query,
  empty,
  failed,
  rows = 8,
  unknown = {},
  children,
}: {
  query: {
    isPending: boolean;
    isPlaceholderData?: boolean;
    error: Error | null;
    data: unknown;
    refetch: () => unknown;
  };
  empty?: { title: string; text?: string; action?: ReactNode } | false;
  failed?: string;
  rows?: number;
  unknown?: Record<string, string>;
  children: ReactNode;
}) {
  const t = useTranslations("staff.list");
  const loading = useTranslations("loading");
  const [density] = useDensity();
  const late = useLate(query.isPending);
  // After a filter changes, the rows of the former filter stay until the new rows arrive.
  const isFormer = useLate(query.isPlaceholderData === true);
  useLoadingBar(query.isPlaceholderData === true);
  if (isUnknown(unknown)) return <UnknownFilters unknown={unknown} />;
  if (query.error && query.data === undefined) {
    const code = query.error instanceof ApiError ? query.error.code : undefined;
    return (
      <div className={styles.state}>
        <FormAlert heading={failed ?? t("failed")} code={code} />
        <Button small variant="secondary" onClick={() => query.refetch()}>
          {t("retry")}
        </Button>
      </div>
    );
  }
  if (query.data === undefined) {
    return late ? <Skeleton label={loading("label")} lines={rows} /> : null;
  }
  if (empty) {
    return (
      <EmptyState title={empty.title} text={empty.text}>
        {empty.action}
      </EmptyState>
    );
  }
  return (
    <div
      className={cx(rowStyles.rows, isFormer && styles.former)}
      data-density={density}
      aria-busy={isFormer || undefined}
    >
      {children}
    </div>
  );
}

function useLate(pending: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!pending) return setLate(false);
    const timer = setTimeout(() => setLate(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [pending]);
  return pending && late;
}
