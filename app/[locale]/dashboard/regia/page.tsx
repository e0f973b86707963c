import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { Today } from "@/components/staff/today/today";
import { getToday } from "@/contract/staff/today";
import { prefetch } from "@/lib/api/prefetch";
import { readOf } from "@/lib/api/query";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("staff.today");
  return { title: t("metaTitle") };
}

/** Renders the start page of the staff area. */
export default async function TodayPage() {
  const locale = await getLocale();
  return (
    <HydrationBoundary state={await prefetch(readOf(getToday, { locale }))}>
      <Today />
    </HydrationBoundary>
  );
}
