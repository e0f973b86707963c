"use client";

import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/lib/i18n/navigation";

/**
 * Renders, instead of the rows, the URL's filters that no longer exist. Without these filters, the list would show more
 * than the URL requests, and an action on all matches would affect more rows.
 */
export function UnknownFilters({ unknown }: { unknown: Record<string, string> }) {
  const t = useTranslations("staff.list.unknown");
  const names = Object.entries(unknown).map(([name, value]) => `${name}=${value}`);
  return (
    <EmptyState
      title={t("title", { count: names.length })}
      text={t("text", { count: names.length, filters: names.join(", ") })}
    >
      <Link href="?">{t("all")}</Link>
    </EmptyState>
  );
}

export const isUnknown = (unknown: Record<string, string>) => Object.keys(unknown).length > 0;
