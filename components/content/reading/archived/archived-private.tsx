import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { config } from "@/lib/config";
import { itemOf } from "@/lib/content/catalogue";
import { PreviewBar } from "../../preview-bar";
import { ArchivedDashboard } from "./archived-dashboard";

/**
 * Returns the metadata of an archived private page.
 *
 * @param slug the page's slug in the content
 */
export async function archivedTitle(slug: string): Promise<Metadata> {
  const item = await itemOf("pages", slug, await getLocale());
  return item ? { title: { absolute: `${item.title} · ${config.programmeName}` } } : {};
}

/** Renders an archived page of the private area, which is read-only, with links to the current pages. */
export async function ArchivedPrivate({ slug }: { slug: string }) {
  const item = await itemOf("pages", slug, await getLocale());
  if (!item) notFound();
  return (
    <>
      <PreviewBar />
      <ArchivedDashboard item={item} />
    </>
  );
}
