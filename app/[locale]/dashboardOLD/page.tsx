import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { PreviewBar } from "@/components/content/preview-bar";
import { ArchivedDashboard } from "@/components/content/reading/archived-dashboard";
import { itemOf } from "@/lib/api/content/catalogue";
import { config } from "@/lib/config";

const SLUG = "dashboardold";

export async function generateMetadata(): Promise<Metadata> {
  const item = await itemOf("pages", SLUG, await getLocale());
  return item ? { title: { absolute: `${item.title} · ${config.programmeName}` } } : {};
}

/** The private area as it used to be: read-only, with links to today's. */
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
