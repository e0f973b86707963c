import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { PreviewBar } from "@/components/content/preview-bar";
import { ArchivedDashboard } from "@/components/content/reading/archived-dashboard";
import { itemOf } from "@/lib/api/content/catalogue";
import { evaluatorsOnly } from "@/lib/api/server";
import { config } from "@/lib/config";
import { archivedAt } from "@/lib/routes/archive";

type Params = { params: Promise<{ old: string }> };

async function itemAt({ params }: Params) {
  const archived = archivedAt(`/dashboard/${(await params).old}`);
  const item = archived && (await itemOf("pages", archived.slug, await getLocale()));
  return item ? { item, archived } : null;
}

export async function generateMetadata(given: Params): Promise<Metadata> {
  const found = await itemAt(given);
  return found ? { title: { absolute: `${found.item.title} · ${config.programmeName}` } } : {};
}

/** A page of the private area as it used to be, for who may see today's. */
export default async function OldPrivatePage(given: Params) {
  const found = await itemAt(given);
  if (!found) notFound();
  if (found.archived.today === "/dashboard/evaluation") await evaluatorsOnly();
  return (
    <>
      <PreviewBar />
      <ArchivedDashboard item={found.item} />
    </>
  );
}
