import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { PreviewBar } from "@/components/content/preview-bar";
import { ArchivedPage } from "@/components/content/reading/archived/archived-page";
import { languageOf } from "@/contract/languages";
import { catalogueOf, itemOf } from "@/lib/content/catalogue";
import { ARCHIVE, archivedAt } from "@/lib/routes/archive";
import { isPrivate } from "@/lib/routes/guard";
import { pictureTitle } from "@/lib/site/card";
import { addressFor, pageMetadata } from "@/lib/site/metadata";

type Props = { params: Promise<{ rest: string[] }> };

export const revalidate = 300;

export async function generateStaticParams({ params }: { params: { locale: string } }) {
  const pages = await catalogueOf("pages", languageOf(params.locale));
  // Prerenders no archived page of the private area, because separate route folders render these pages.
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
    // Declares the page that replaced the archived page as canonical, for search engines.
    alternates: { canonical: addressFor(locale, archived.today) },
    robots: { index: false },
  };
}

/**
 * Renders the archived pages, whose names end in OLD. The middleware sends only possible archived URLs here and answers
 * all other unknown URLs with the prerendered 404 page. This route catches all paths, so that a missing archived page
 * gets the 404 page in its locale.
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
