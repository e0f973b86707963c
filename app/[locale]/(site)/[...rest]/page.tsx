import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { PreviewBar } from "@/components/content/preview-bar";
import { ArchivedPage } from "@/components/content/reading/archived/archived-page";
import { languageOf } from "@/contract/languages";
import { pictureTitle } from "@/lib/api/content/card";
import { catalogueOf, itemOf } from "@/lib/api/content/catalogue";
import { ARCHIVE, archivedAt } from "@/lib/routes/archive";
import { isPrivate } from "@/lib/routes/guard";
import { addressFor, pageMetadata } from "@/lib/site/metadata";

type Props = { params: Promise<{ rest: string[] }> };

export const revalidate = 300;

export async function generateStaticParams({ params }: { params: { locale: string } }) {
  const pages = await catalogueOf("pages", languageOf(params.locale));
  // The private area's older version has a page of its own.
  return ARCHIVE.filter(
    ({ slug, path }) => !isPrivate(path) && pages.some((page) => page.slug === slug),
  ).map(({ path }) => ({ rest: [path.slice(1)] }));
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await getLocale();
  const { archived, item } = await read((await params).rest);
  if (!archived || !item) return {};
  return {
    ...pageMetadata({
      locale,
      path: archived.today,
      title: item.title,
      drawn: await pictureTitle(locale, archived.today),
      description: item.excerpt,
    }),
    // Today's page is the canonical one for search engines.
    alternates: { canonical: addressFor(locale, archived.today) },
    robots: { index: false },
  };
}

/**
 * Pages kept under names ending in OLD; without this file the 404 would not know its language. Only
 * URLs that may be one get here: the middleware answers all others with the prerendered 404 page.
 */
export default async function Rest({ params }: Props) {
  const { archived, item } = await read((await params).rest);
  if (!archived || !item) notFound();
  return (
    <>
      <PreviewBar />
      <ArchivedPage item={item} today={archived.today} />
    </>
  );
}

async function read(rest: string[]) {
  const archived = archivedAt(`/${rest.join("/")}`);
  return { archived, item: archived && (await itemOf("pages", archived.slug, await getLocale())) };
}
