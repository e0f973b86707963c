import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { ArchivedDashboard } from "@/components/content/archived-dashboard";
import { PreviewBar } from "@/components/content/preview-bar";
import { itemOf } from "@/lib/api/catalogue";
import { config } from "@/lib/config";

const SLUG = "dashboardold";

export async function generateMetadata(): Promise<Metadata> {
  const item = await itemOf("pages", SLUG, await getLocale());
  return item ? { title: { absolute: `${item.title} · ${config.programmeName}` } } : {};
}

/** The private area as it used to be: to be read only, with the ways to today's. */
export default async function OldDashboardPage() {
  const item = await itemOf("pages", SLUG, await getLocale());
  if (!item) notFound();
  return (
    <>
      <PreviewBar />
      <ArchivedDashboard item={item} />
    </>
  );
}
